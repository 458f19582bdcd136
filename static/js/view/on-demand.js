/** A panel that is fetched, with its style sheet, when it is first opened: most people never need it. */

export class OnDemand {
  /**
   * @param {string} name  of the panel in the state, and of its style sheet
   * @param {() => Promise<object>} load
   * @param {(isMissing: boolean) => void} tell  hears whether it could not be fetched
   */
  constructor(name, load, tell) {
    Object.assign(this, { _name: name, _load: load, _tell: tell, _part: null });
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
      const [part] = await Promise.all([this._load(), styled(this._name)]);
      this._part = part;
      this._tell(false);
      part.paint(this._state);
    } catch {
      this._isOnItsWay = false; // opening it again tries again
      this._tell(true);
    }
  }
}

function styled(name) {
  const sheets = name === "check" ? ["css/check", "vendor/uplot/uplot"] : [`css/${name}`];
  return Promise.all(sheets.map(linked));
}

function linked(path) {
  const href = `/static/${path}.css`;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href, onload: resolve, onerror: resolve });
    document.head.append(link);
  });
}
