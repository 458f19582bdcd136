/** How the drawing lies on its stage: fitted, zoomed, moved, and never smaller at first than can be read. */

const SMALLEST_TEXT = 11; // px on screen, at the first view
const LARGEST_FIT = 1.5; // a small graph is not blown up beyond this
const MARGIN = 20; // px between the drawing and the edge of the stage
const FOOT = 60; // px at the bottom where the zoom buttons would cover it: on narrow stages, and of larger drawings
const NARROW = 560; // px
const LIMITS = [0.1, 4];

export class Stage {
  /** @param {HTMLElement} canvas holds the one <svg> */
  constructor(canvas) {
    this._canvas = canvas;
    this._svg = null;
    this._isFitted = true;
    this._x = this._y = 0;
    this._scale = 1;
    new ResizeObserver(() => this._isFitted && this.show(this._svg, this._lit)).observe(canvas);
    listenToPointers(canvas, this);
  }

  /** Show a drawing at its first size: whole if its text can be read so, else the part around what is lit. */
  show(svg, lit) {
    this._svg = svg;
    this._isFitted = true;
    if (!svg) return;
    this._scale = Math.max(this._wholeScale(), this._readableScale());
    this._x = this._y = 0;
    this._place();
    this.follow(lit);
  }

  /** The whole drawing, however small. */
  fit() {
    if (!this._svg) return;
    this._isFitted = true;
    this._scale = this._wholeScale();
    this._place();
  }

  /** Zoom by a factor about a point of the canvas, its middle if none is given. */
  zoom(factor, x = this._canvas.clientWidth / 2, y = this._canvas.clientHeight / 2) {
    if (!this._svg) return;
    const scale = Math.min(Math.max(this._scale * factor, LIMITS[0]), LIMITS[1]);
    this._x = x - ((x - this._x) * scale) / this._scale;
    this._y = y - ((y - this._y) * scale) / this._scale;
    this._scale = scale;
    this._isFitted = false;
    this._place();
  }

  /** Move the drawing by so many px. */
  move(dx, dy) {
    if (!this._svg) return;
    this._x += dx;
    this._y += dy;
    this._isFitted = false;
    this._place();
  }

  /** Whether there is more of the drawing than the stage shows. */
  overflows() {
    const { width, height } = this._size();
    return { x: width * this._scale > this._canvas.clientWidth, y: height * this._scale > this._canvas.clientHeight };
  }

  /** Bring what is lit into view; what is in view already stays where it is. @param {Element | undefined} lit */
  follow(lit) {
    this._lit = lit;
    if (!lit || !this._svg) return;
    const node = lit.getBoundingClientRect();
    const view = this._canvas.getBoundingClientRect();
    const bottom = view.bottom - (this.overflows().y ? FOOT : 0);
    const isInside =
      node.left >= view.left && node.right <= view.right && node.top >= view.top && node.bottom <= bottom;
    if (isInside) return;
    this._x += (view.left + view.right - node.left - node.right) / 2;
    this._y += (view.top + view.bottom - node.top - node.bottom) / 2;
    this._place();
  }

  _size() {
    const { width, height } = this._svg.viewBox.baseVal;
    return { width, height };
  }

  _wholeScale() {
    const { width, height } = this._size();
    const wide = (this._canvas.clientWidth - 2 * MARGIN) / width;
    const foot = this._canvas.clientWidth < NARROW ? FOOT : MARGIN;
    const high = (this._canvas.clientHeight - MARGIN - foot) / height;
    return Math.max(Math.min(wide, high, LARGEST_FIT), LIMITS[0]);
  }

  /** What is kept free below the drawing. */
  _foot() {
    const { height } = this._size();
    const isLarger = height * this._scale > this._canvas.clientHeight;
    return isLarger || this._canvas.clientWidth < NARROW ? FOOT : MARGIN;
  }

  _readableScale() {
    const text = this._svg.querySelector("[data-field]");
    return text ? SMALLEST_TEXT / parseFloat(getComputedStyle(text).fontSize) : LIMITS[0];
  }

  /** Centre what is smaller than the stage; let what is larger go no further than its edges. */
  _place() {
    const { width, height } = this._size();
    this._x = held(this._x, width * this._scale, this._canvas.clientWidth);
    this._y = held(this._y, height * this._scale, this._canvas.clientHeight, this._foot());
    this._svg.style.transform = `translate(${this._x}px, ${this._y}px) scale(${this._scale})`;
    // Where there is nothing to move, a finger on the stage scrolls the page.
    const overflows = this.overflows();
    this._canvas.dataset.pans = String(overflows.x || overflows.y);
    this._canvas.style.touchAction = overflows.y ? "none" : "pan-y";
  }
}

function held(offset, size, room, end = MARGIN) {
  if (size + MARGIN + end <= room) return Math.round((room - size - end + MARGIN) / 2);
  return Math.round(Math.min(Math.max(offset, room - size - end), MARGIN));
}

/** Dragging moves, the wheel moves or (with Ctrl, as a pinch on a trackpad does) zooms, two fingers zoom. */
function listenToPointers(canvas, stage) {
  const down = new Map();
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    down.set(event.pointerId, event);
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const other = [...down.values()].find((each) => each.pointerId !== event.pointerId);
    if (other) {
      const box = canvas.getBoundingClientRect();
      stage.zoom(distance(event, other) / distance(before, other), other.clientX - box.left, other.clientY - box.top);
    } else {
      stage.move(event.clientX - before.clientX, event.clientY - before.clientY);
    }
    down.set(event.pointerId, event);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(name, (event) => down.delete(event.pointerId));
  }
  canvas.addEventListener("wheel", (event) => wheel(event, canvas, stage), { passive: false });
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
