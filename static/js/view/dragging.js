/** Dragging sideways to count up and down: with a mouse, a pen or a finger. */

const PACE = 4; // px for each count
const SLACK = 4; // px before it is a drag and no click

/**
 * @template Start
 * @param {Element} place  listens for all of its parts
 * @param {string} handles  which of them can be dragged
 * @param {object} ways
 * @param {(handle: Element) => Start | null} ways.begin  what the drag starts from; null for what can't be dragged
 * @param {(start: Start, count: number, event: PointerEvent) => void} ways.drag  hears each change of the count
 */
export function listenToDrags(place, handles, { begin, drag }) {
  let held = null;

  place.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest(handles);
    const start = handle && event.button === 0 && !held ? begin(handle) : null;
    if (start) held = { handle, start, pointer: event.pointerId, x: event.clientX, count: 0, isDrag: false };
  });
  place.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.pointer) return;
    const way = event.clientX - held.x;
    if (!held.isDrag && Math.abs(way) < SLACK) return;
    if (!held.isDrag) held.handle.setPointerCapture(event.pointerId);
    held.isDrag = true;
    const count = Math.trunc(way / PACE);
    if (count === held.count) return;
    held.count = count;
    drag(held.start, count, event);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    place.addEventListener(name, (event) => {
      if (event.pointerId !== held?.pointer) return;
      // The click that follows a drag would put the focus into the field, and a keyboard on the screen.
      const { isDrag, handle } = held;
      if (isDrag) handle.addEventListener("click", refuse, { capture: true, once: true });
      if (isDrag) setTimeout(() => handle.removeEventListener("click", refuse, { capture: true }));
      held = null;
    });
  }
}

function refuse(event) {
  event.preventDefault();
}
