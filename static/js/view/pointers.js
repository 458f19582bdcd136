/** What pointers do on the stage: dragging moves, the wheel moves or (with Ctrl, as a pinch on a trackpad does) zooms,
 * two fingers move and zoom. A press that doesn't move stays a click, on whatever it was made. */

const STILL = 4; // px that a press may tremble

/** @param {HTMLElement} canvas  @param {import("./stage.js").Stage} stage */
export function listenToPointers(canvas, stage) {
  const down = new Map();
  let isDrag = false;

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.dataset.byPointer = "true";
    if (down.size === 0) isDrag = false;
    down.set(event.pointerId, { first: event, last: event });
  });

  canvas.addEventListener("pointermove", (event) => {
    const pressed = down.get(event.pointerId);
    if (!pressed) return;
    if (!isDrag && distance(event, pressed.first) < STILL) return;
    if (!canvas.hasPointerCapture(event.pointerId)) canvas.setPointerCapture(event.pointerId);
    isDrag = true;
    const other = [...down.values()].find((each) => each !== pressed)?.last;
    if (other) pinch(canvas, stage, pressed.last, event, other);
    else stage.move(event.clientX - pressed.last.clientX, event.clientY - pressed.last.clientY);
    pressed.last = event;
  });

  // The frame of focus is for who walks the graph by keys: not for a drag, nor for the keys of the steps after one.
  canvas.addEventListener("keydown", ({ key }) => {
    if (key === "ArrowUp" || key === "ArrowDown") delete canvas.dataset.byPointer;
  });
  canvas.addEventListener("blur", () => {
    if (canvas.ownerDocument.activeElement !== canvas) delete canvas.dataset.byPointer;
  });

  for (const name of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(name, (event) => down.delete(event.pointerId));
    // A press that ends elsewhere before it became a drag.
    canvas.ownerDocument.addEventListener(name, (event) => down.delete(event.pointerId));
  }

  canvas.addEventListener(
    "click",
    (event) => {
      if (isDrag) event.stopPropagation();
      isDrag = false;
    },
    true,
  );
  canvas.addEventListener("wheel", (event) => wheel(event, canvas, stage), { passive: false });
}

/** One finger of two went on: the point between them takes the drawing along, their distance is its size. */
function pinch(canvas, stage, before, after, other) {
  const box = canvas.getBoundingClientRect();
  const x = (after.clientX + other.clientX) / 2;
  const y = (after.clientY + other.clientY) / 2;
  stage.move((after.clientX - before.clientX) / 2, (after.clientY - before.clientY) / 2);
  stage.zoom(distance(after, other) / distance(before, other), x - box.left, y - box.top);
}

function wheel(event, canvas, stage) {
  const box = canvas.getBoundingClientRect();
  const overflows = stage.overflows();
  if (event.ctrlKey) stage.zoom(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
  else if (overflows.x || overflows.y) stage.move(-event.deltaX, -event.deltaY);
  else return;
  event.preventDefault();
}

function distance(one, other) {
  return Math.max(Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY), 1);
}
