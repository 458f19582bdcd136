/** The share dialog: a link that holds the program itself, a short one on request, and what came of copying. */

import { filled, setAttribute, setText } from "./changes.js";

export class ShareDialog {
  constructor(root, texts) {
    const part = (role) => root.querySelector(`[data-role="${role}"]`);
    this._dialog = part("share");
    this._opensAt = part("opens-at");
    this._whole = part("whole-link");
    this._wholeText = part("whole-link-text");
    this._tooLong = part("link-too-long");
    this._shortText = part("short-link-text");
    this._shortButton = part("short-link-button");
    this._status = part("share-status");
    this._texts = texts;
    this._dialog.addEventListener("click", (event) => {
      if (event.target === this._dialog) this._dialog.close();
    });
  }

  /**
   * @param {object} moment
   * @param {string | null} moment.whole  the self-contained link; null where it is too long
   * @param {{found: number, limit: number} | null} moment.excess  bytes, where the program is too long for any link
   * @param {string | null} moment.short  the short link, where there is one already
   * @param {number} moment.step  @param {number} moment.event  events done of the next step
   * @param {object | null} moment.trace  @param {boolean} moment.isEdited
   */
  open({ whole, excess, short, step, event, trace, isEdited }) {
    this._place = placeOf(step, event, trace);
    const untraced = excess ? filled(this._texts.too_long_to_share, excess) : this._texts.opens_program;
    const opens = trace === null ? untraced : this._say("opens_at");
    setText(this._opensAt, isEdited ? `${opens} ${this._texts.shares_last_run}` : opens);
    this._whole.hidden = whole === null;
    this._tooLong.hidden = whole !== null || excess !== null;
    this._wholeText.value = whole ?? "";
    this._setShort(short ?? "");
    setText(this._status, "");
    if (!this._dialog.open) this._dialog.showModal();
  }

  close() {
    this._dialog.close();
  }

  copyWhole() {
    return this._copy(this._wholeText);
  }

  /** Copy the short link, which `make` provides where it is not there yet. @param {() => Promise<string>} make */
  async copyShort(make) {
    if (!this._shortText.value) {
      setText(this._status, this._texts.making_link);
      try {
        this._setShort(await make());
      } catch (error) {
        setText(this._status, filled(this._texts.no_link, { reason: error.message }));
        return;
      }
    }
    await this._copy(this._shortText);
  }

  _setShort(link) {
    this._shortText.value = link;
    setText(this._shortButton, link ? this._texts.copy_link : this._texts.make_and_copy);
  }

  async _copy(field) {
    const isCopied = (await written(field.value)) || copied(field);
    // Emptied first, so that the same words are said again.
    setText(this._status, "");
    await new Promise(requestAnimationFrame);
    setText(this._status, isCopied ? this._say("copied") : this._texts.not_copied);
    setAttribute(this._status, "data-failed", !isCopied);
  }

  /** A text about the place, which has another form within a step. */
  _say(name) {
    return filled(this._texts[this._place.event > 0 ? `${name}_event` : name], this._place);
  }
}

function placeOf(step, event, trace) {
  const steps = trace?.steps.length ?? 0;
  return { step, steps, event, events: event > 0 ? trace.steps[step].events.length : 0, next: step + 1 };
}

/** Whether the clipboard took it. */
async function written(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The older way, which leaves the text selected where it is refused too. */
function copied(field) {
  field.focus();
  field.select();
  return document.execCommand("copy");
}
