/** A panel that is fetched, with its style sheets, when it is first opened: most people never need it. */

export class OnDemand {
  /**
   * @param {string} name  of the panel in the state
   * @param {string[]} sheets  the addresses of its style sheets
   * @param {() => Promise<object>} load
   * @param {(isMissing: boolean) => void} tell  hears whether any of it could not be fetched
   */
  constructor(name, sheets, load, tell) {
    Object.assign(this, { _name: name, _sheets: sheets, _load: load, _tell: tell, _part: null });
  }

  /** @param {import("../state.js").State} state */
  paint(state) {
    this._state = state;
    if (this._part) this._part.paint(state);
    else if (state.panel === this._name) this._fetch();
  }

  async _fetch() {
    if (this._isOnItsWay) return;
    this._isOnItsWay = true;
    try {
      const [part] = await Promise.all([this._load(), ...this._sheets.map(linked)]);
      this._part = part;
      this._tell(false);
      part.paint(this._state);
    } catch {
      this._isOnItsWay = false; // opening it again tries again
      this._tell(true);
    }
  }
}

/** Resolves when the style sheet is there, and rejects where it does not come. */
function linked(href) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    const onerror = () => {
      link.remove(); // or else it would seem to be there, the next time
      reject(new Error(href));
    };
    Object.assign(link, { rel: "stylesheet", href, onload: resolve, onerror });
    document.head.append(link);
  });
}
