/** How the drawing lies on its stage: fitted, zoomed, moved, and never smaller at first than can be read. */

import { listenToPointers } from "./pointers.js";

const SMALLEST_TEXT = 11; // px on screen, at the first view
const LARGEST_FIT = 1.35; // a small graph is not blown up beyond this
const LARGEST_FULL = 2.4; // but for a room that looks on
const MARGIN = 20; // px between the drawing and the edge of the stage
const NARROW_MARGIN = 8; // the same on a phone, where each px of the graph counts
const NARROW = 560; // px
const FOOT = 56; // px kept free at the bottom of larger drawings, where the zoom buttons would cover them
const LIMITS = [0.1, 4]; // but what is too large to be whole at the first gets as small as it must
const NOTHING = 0.001; // the scale where there is no room at all, as on a hidden stage
const STEPS_TO_READ = 3; // presses of + from the whole of any drawing to texts that can be read

export class Stage {
  /**
   * @param {HTMLElement} canvas holds the one <svg>
   * @param {HTMLElement} bar  the zoom buttons: on wide stages they lie over the canvas, on narrow ones outside it
   */
  constructor(canvas, bar) {
    this._canvas = canvas;
    this._bar = bar;
    this._fitButton = bar.querySelector('[data-action="zoom-fit"]');
    this._svg = null;
    this._lit = [];
    this._mode = "first"; // how it came to lie so: "first" view, "whole", or moved by "hand"
    this._isFull = false;
    this._x = this._y = 0;
    this._scale = 1;
    this._measure();
    new ResizeObserver(() => this._resized()).observe(canvas);
    listenToPointers(canvas, this);
  }

  /** Show a drawing at its first size: whole if its text can be read so, else the part around what is lit. */
  show(svg, ...lit) {
    if (svg !== this._svg) this._canvas.dataset.pending = "false";
    this._svg = svg;
    this._lit = lit;
    if (!svg) return;
    this._mode = "first";
    this._scale = Math.max(this._wholeScale(), this._readableScale());
    this._x = this._y = this._margin;
    this._place();
    this.follow(...lit);
  }

  /** Keep out of sight what is there, until another drawing is shown. */
  hide() {
    this._canvas.dataset.pending = "true";
  }

  /** The whole drawing, however small; where it is on show already, back to the first view. */
  fit() {
    if (!this._svg) return;
    if (this._mode === "whole" && this._wholeScale() < this._readableScale()) {
      this.show(this._svg, ...this._lit);
      return;
    }
    this._mode = "whole";
    this._scale = this._wholeScale();
    this._place();
  }

  /**
   * Zoom by a factor about a point of the canvas. Without a point, as buttons and keys do, about what is lit if that is
   * in sight, else about the middle; and from what can't be read in larger steps, until it can.
   */
  zoom(factor, x, y) {
    if (!this._svg) return;
    if (x !== undefined) return this._zoomTo(this._scale * factor, x, y);
    const readable = this._readableScale();
    const isUnread = factor > 1 && this._scale < readable;
    const node = this._lit[0] ?? (isUnread ? this._svg.querySelector("g[data-node]") : null);
    const middle = node && this._onStage(cardOf(node));
    const isSeen = middle && middle.x >= 0 && middle.y >= 0 && middle.x <= this._width && middle.y <= this._height;
    const about = isSeen ? middle : { x: this._width / 2, y: this._height / 2 };
    const step = (readable / this._wholeScale()) ** (1 / STEPS_TO_READ);
    const scale = isUnread ? Math.min(this._scale * Math.max(factor, step), readable) : this._scale * factor;
    this._zoomTo(scale, about.x, about.y);
    if (isSeen) this.follow(...this._lit);
  }

  _zoomTo(wanted, x, y) {
    const scale = Math.min(Math.max(wanted, Math.min(LIMITS[0], this._wholeScale())), LIMITS[1]);
    this._x = x - ((x - this._x) * scale) / this._scale;
    this._y = y - ((y - this._y) * scale) / this._scale;
    this._scale = scale;
    this._mode = "hand";
    this._place();
  }

  /** The middle of a box of the drawing, on the stage. */
  _onStage(box) {
    const x = this._x + (box.x + box.width / 2) * this._scale;
    const y = this._y + (box.y + box.height / 2) * this._scale;
    return { x, y };
  }

  /** Move the drawing by so many px. */
  move(dx, dy) {
    if (!this._svg) return;
    this._x += dx;
    this._y += dy;
    this._mode = "hand";
    this._place();
  }

  /** Larger while the stepper fills the screen. */
  setFull(isFull) {
    this._isFull = isFull;
    if (this._mode !== "whole") this._mode = "first";
    this._resized();
  }

  /** Whether there is more of the drawing than the stage shows. */
  overflows() {
    const { width, height } = this._size();
    return { x: width * this._scale > this._width, y: height * this._scale > this._height };
  }

  /**
   * Bring what is lit into view, with what it writes to where there is room for both. What is in view already stays
   * where it is. Asks the drawing's own numbers, not the document, which would lay the page out at every step.
   * @param {...Element} lit  groups of nodes, the one that is lit first
   */
  follow(...lit) {
    this._lit = lit;
    if (!this._svg || lit.length === 0 || this._mode === "whole") return;
    const boxes = lit.map(cardOf);
    const all = around(boxes);
    const room = { width: this._width - 2 * this._margin, height: this._height - this._margin - this._footOf() };
    const fits = all.width * this._scale <= room.width && all.height * this._scale <= room.height;
    const box = fits ? all : boxes[0];
    const left = this._x + box.x * this._scale;
    const top = this._y + box.y * this._scale;
    const right = left + box.width * this._scale;
    const bottom = top + box.height * this._scale;
    const low = this._height - (this.overflows().y ? this._footOf() : 0);
    if (left >= 0 && top >= 0 && right <= this._width && bottom <= low) return;
    this._x += (this._width - left - right) / 2;
    this._y += (this._margin + low - top - bottom) / 2;
    this._place();
  }

  _resized() {
    this._measure();
    if (!this._svg) return;
    if (this._mode === "first") this.show(this._svg, ...this._lit);
    else if (this._mode === "whole") this._scale = this._wholeScale();
    this._place();
  }

  _measure() {
    this._width = this._canvas.clientWidth;
    this._height = this._canvas.clientHeight;
    this._margin = this._width < NARROW ? NARROW_MARGIN : MARGIN;
    const { offsetTop, offsetHeight } = this._bar;
    this._isCovered = offsetTop < this._height && offsetTop + offsetHeight > 0;
  }

  _size() {
    const { width, height } = this._svg.viewBox.baseVal;
    return { width, height };
  }

  _wholeScale() {
    const { width, height } = this._size();
    const wide = (this._width - 2 * this._margin) / width;
    const high = (this._height - this._margin - this._footOf()) / height;
    return Math.max(Math.min(wide, high, this._isFull ? LARGEST_FULL : LARGEST_FIT), NOTHING);
  }

  /** What is kept free below a drawing that needs all of the height. */
  _footOf() {
    return this._isCovered ? FOOT : this._margin;
  }

  _readableScale() {
    const text = this._svg.querySelector("[data-field]");
    return text ? SMALLEST_TEXT / parseFloat(getComputedStyle(text).fontSize) : LIMITS[0];
  }

  /** Centre what is smaller than the stage; let what is larger go no further than its edges. */
  _place() {
    const { width, height } = this._size();
    const isTall = height * this._scale + 2 * this._margin > this._height;
    this._x = held(this._x, width * this._scale, this._width, this._margin, this._margin);
    this._y = held(this._y, height * this._scale, this._height, this._margin, isTall ? this._footOf() : this._margin);
    this._svg.style.transform = `translate(${this._x}px, ${this._y}px) scale(${this._scale})`;
    const { x, y } = this.overflows();
    this._canvas.dataset.pans = String(x || y);
    // Where there is nothing to move up or down, a finger on the stage scrolls the page.
    this._canvas.style.touchAction = y ? "none" : "pan-y";
    const isSmall = this._mode === "whole" && this._scale < this._readableScale();
    this._fitButton.setAttribute("aria-pressed", String(isSmall));
  }
}

function held(offset, size, room, start, end) {
  if (size + start + end <= room) return Math.round((room - size - end + start) / 2);
  return Math.round(Math.min(Math.max(offset, room - size - end), start));
}

/** The card of a node in the drawing's own measures. */
function cardOf(group) {
  const card = group.querySelector(".card");
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(card.getAttribute(name)));
  return { x, y, width, height };
}

/** The box around boxes. */
function around(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
