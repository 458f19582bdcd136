/** How a person asks why: a press on a grad in the drawing or the table, Enter on a row or on the walked graph. */

const SLOP = 5; // px that a press may move and still be no drag
const REACH = 5; // px around a grad in the drawing

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} panel
 * @param {object} hear
 * @param {(node: number) => void} hear.open
 * @param {() => void} hear.close
 * @param {(step: number, event: number) => void} hear.go
 */
export function listenForWhy(root, panel, { open, close, go }) {
  const document = root.ownerDocument;
  const canvas = root.querySelector('[data-role="canvas"]');
  let down = null;
  canvas.addEventListener("pointerdown", (event) => (down = event), { capture: true });
  document.addEventListener("click", (event) => {
    const { target } = event;
    const jump = target.closest("[data-jump]");
    const asked = target.closest("[data-why]");
    if (jump) go(...jump.dataset.jump.split(":").map(Number));
    else if (asked) open(Number(asked.dataset.why));
    else if (canvas.contains(target) && !isDrag(down, event)) {
      const node = gradAt(document, event.clientX, event.clientY);
      if (node !== null) open(node);
    }
  });
  document.addEventListener("keydown", (press) => {
    if (press.defaultPrevented || press.isComposing) return;
    if (press.key === "Escape" && !panel.hidden && !press.target.closest("dialog[open]")) close();
    if (press.key !== "Enter" || press.ctrlKey || press.metaKey) return;
    const row = press.target.matches("[data-row]") ? press.target.dataset.row : walked(press.target, canvas);
    if (row !== undefined) open(Number(row));
  });
}

function isDrag(down, { clientX, clientY }) {
  return down !== null && Math.hypot(clientX - down.clientX, clientY - down.clientY) > SLOP;
}

/** The node that walking through the graph by keys has come to. */
function walked(target, canvas) {
  return target === canvas ? canvas.querySelector('[data-node][data-pointed="true"]')?.dataset.node : undefined;
}

/** The node whose grad is at this point; asked of the document, as a stage that captures the pointer hides the target. */
function gradAt(document, x, y) {
  const group = document.elementFromPoint(x, y)?.closest("[data-node]");
  const grad = group?.querySelector('[data-field="grad"]');
  if (!grad) return null;
  const [place, word] = [grad, [...group.querySelectorAll(".word")].at(-1)].map((each) => each?.getBoundingClientRect());
  const left = Math.min(place.left, word?.left || Infinity);
  const isInside =
    x >= left - REACH && x <= place.right + REACH && y >= place.top - REACH && y <= place.bottom + REACH;
  return isInside ? Number(group.dataset.node) : null;
}
