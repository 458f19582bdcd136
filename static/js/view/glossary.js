/** Words that explain themselves: on hover, focus or tap a [data-term] shows its entry, beside it and never over it. */

const GAP = 6; // px between a word and what explains it
const EDGE = 8; // px to the edges of the screen
const PAUSE = 250; // ms of hovering before it shows
const GRACE = 200; // ms in which the pointer may cross the gap

export class Glossary {
  /** @param {Document} document */
  constructor(document) {
    this._document = document;
    this._tip = document.querySelector('[data-role="term-tip"]');
    this._entries = new Map(
      [...document.querySelectorAll("[data-entry]")].map((each) => [each.dataset.entry, each]),
    );
    this._anchor = null;
    this._changes = new MutationObserver(() => this._anchor?.isConnected === false && this.hide());
  }

  connect() {
    const on = (name, hear, options) => this._document.addEventListener(name, hear, options);
    on("pointerover", ({ target, pointerType }) => pointerType !== "touch" && this._hover(target));
    on("focusin", ({ target }) => this._focus(target));
    on("focusout", () => this._hideSoon());
    on("click", ({ target }) => this._tap(target));
    on("scroll", () => this._follow(), { capture: true, passive: true });
    // Before anybody else hears it: Escape takes away one thing at a time.
    on("keydown", (press) => this._key(press), { capture: true });
  }

  hide() {
    this._wait(null);
    if (!this._anchor) return;
    this._anchor.removeAttribute("aria-describedby");
    this._anchor = null;
    this._tip.hidden = true;
    this._changes.disconnect();
  }

  _hover(target) {
    if (this._tip.contains(target)) {
      this._wait(null);
      return;
    }
    const word = target.closest?.("[data-term]");
    if (word === this._anchor && word) this._wait(null);
    else if (word) this._wait(() => this._show(word), this._anchor ? 0 : PAUSE);
    else if (this._anchor && !this._anchor.contains(this._document.activeElement)) this._hideSoon();
    else if (!this._anchor) this._wait(null);
  }

  _focus(target) {
    const word = target.closest?.("[data-term]");
    // A mouse that presses a word focuses it as well: its click shows the entry then.
    if (word && target.matches(":focus-visible")) this._show(word);
  }

  _tap(target) {
    const word = target.closest?.("[data-term]");
    if (word) this._show(word);
    else if (!this._tip.contains(target)) this.hide();
  }

  _key(press) {
    if (press.key !== "Escape" || !this._anchor) return;
    press.stopPropagation();
    press.preventDefault();
    this.hide();
  }

  _hideSoon() {
    if (this._anchor || this._timer) this._wait(() => this.hide(), GRACE);
  }

  _wait(then, time = 0) {
    clearTimeout(this._timer);
    this._timer = then ? setTimeout(then, time) : null;
  }

  _show(word) {
    this._wait(null);
    const entry = this._entries.get(word.dataset.term);
    if (!entry || !word.isConnected || word === this._anchor) return;
    this.hide();
    this._anchor = word;
    this._tip.replaceChildren(...[...entry.children].map(said));
    this._tip.hidden = false;
    word.setAttribute("aria-describedby", this._tip.id);
    this._place(word);
    this._changes.observe(this._document.body, { childList: true, subtree: true });
  }

  /** Something scrolled, maybe to bring the word into view. */
  _follow() {
    if (!this._anchor) return;
    const { top, bottom } = this._anchor.getBoundingClientRect();
    if (top < 0 || bottom > this._document.documentElement.clientHeight) this.hide();
    else this._place(this._anchor);
  }

  /** Above the word where there is room, else below it; inside the screen in any case. */
  _place(word) {
    const at = word.getClientRects()[0] ?? word.getBoundingClientRect();
    const { clientWidth: width, clientHeight: height } = this._document.documentElement;
    const tip = this._tip.getBoundingClientRect();
    const above = at.top - GAP - tip.height;
    const bottom = word.getBoundingClientRect().bottom + GAP;
    const top = above >= EDGE || bottom + tip.height > height - EDGE ? above : bottom;
    const left = Math.min(at.left, width - EDGE - tip.width);
    this._tip.style.top = `${Math.round(Math.max(top, EDGE))}px`;
    this._tip.style.left = `${Math.round(Math.max(left, EDGE))}px`;
  }
}

/** The name of an entry in bold, what it says as it stands. */
function said(part) {
  const document = part.ownerDocument;
  const line = document.createElement(part.localName === "dt" ? "b" : "span");
  line.textContent = part.textContent;
  return line;
}
