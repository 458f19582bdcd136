/** The share dialog: a link that holds the program itself, a short one on request, and what came of copying. */

import { filled, setText } from "./changes.js";

export class ShareDialog {
  constructor(root, texts) {
    const part = (role) => root.querySelector(`[data-role="${role}"]`);
    this._dialog = part("share");
    this._opensAt = part("opens-at");
    this._whole = part("whole-link");
    this._wholeText = part("whole-link-text");
    this._tooLong = part("link-too-long");
    this._shortText = part("short-link-text");
    this._status = part("share-status");
    this._texts = texts;
    this._dialog.addEventListener("click", (event) => {
      if (event.target === this._dialog) this._dialog.close();
    });
  }

  get isOpen() {
    return this._dialog.open;
  }

  /**
   * @param {object} moment
   * @param {string | null} moment.whole  the self-contained link; null where it is too long
   * @param {string | null} moment.short  the short link, where there is one already
   * @param {number} moment.step  @param {number} moment.steps  @param {boolean} moment.isEdited
   */
  open({ whole, short, step, steps, isEdited }) {
    this._step = step;
    const place = filled(this._texts.opens_at, { step, steps });
    const where = steps > 0 ? place : this._texts.opens_program;
    setText(this._opensAt, isEdited ? `${where} ${this._texts.shares_last_run}` : where);
    this._whole.hidden = whole === null;
    this._tooLong.hidden = whole !== null;
    this._wholeText.value = whole ?? "";
    this._shortText.value = short ?? "";
    setText(this._status, "");
    this._dialog.showModal();
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
        this._shortText.value = await make();
      } catch (error) {
        setText(this._status, filled(this._texts.no_link, { reason: error.message }));
        return;
      }
    }
    await this._copy(this._shortText);
  }

  async _copy(field) {
    try {
      await navigator.clipboard.writeText(field.value);
      setText(this._status, filled(this._texts.copied, { step: this._step }));
    } catch {
      field.select();
      setText(this._status, document.execCommand("copy") ? filled(this._texts.copied, { step: this._step }) : this._texts.not_copied);
    }
  }
}
