/** The left column's upper part: the program's editor, what is wrong with it, and its numbers. */

import { isEdited } from "../state.js";
import { setText } from "./changes.js";
import { Editor } from "./editor.js";
import { Inputs } from "./inputs.js";
import { ProblemList } from "./problems.js";

const NOTHING = [];

/** Whether a fix changes how the engine runs, and nothing of the text. */
function isOption(fix) {
  const isNowhere = fix.line === fix.end_line && fix.column === fix.end_column;
  return Boolean(fix.options) && isNowhere && fix.replacement === "";
}

export class ProgramPanel {
  /** @param {Element} root @param {Record<string, string>} texts */
  constructor(root, texts) {
    const part = (role) => root.querySelector(`[data-role="${role}"]`);
    this.editor = new Editor(root);
    this._inputs = new Inputs(root, texts);
    this._problems = new ProblemList(part("problems"), texts.at_line);
    this._notices = new ProblemList(part("notices"), texts.at_line);
    this._edited = part("edited");
    this._failure = part("failure");
    this._draft = part("draft");
  }

  /** @param {(action: object) => void} dispatch */
  connect(dispatch) {
    const { editor } = this;
    editor.onInput((source) => dispatch({ type: "typed", source }));
    this._inputs.connect({
      write: (edit) => editor.replace(edit),
      undo: () => editor.undo(),
      redo: () => editor.redo(),
      tune: () => dispatch({ type: "tune" }),
    });
    const mend = (fix) => {
      editor.apply(fix);
      dispatch({ type: "run" });
    };
    // A program that runs is improved: run so that the person stays where they are.
    const improve = (fix) => {
      if (!isOption(fix)) editor.apply(fix);
      dispatch({ type: "option", options: fix.options ?? {} });
    };
    this._problems.connect((problem) => editor.select(problem), mend);
    this._notices.connect((problem) => editor.select(problem), improve);
  }

  /** Whether an older draft is offered. */
  offerDraft(isOffered) {
    this._draft.hidden = !isOffered;
  }

  /** @param {import("../state.js").State} state */
  paint(state) {
    const { trace, source, ran, busy, problems, failure } = state;
    this.editor.setText(source);
    this._inputs.paint(state);
    this._edited.hidden = !isEdited(state) || busy;
    this._failure.hidden = failure === null;
    setText(this._failure, failure ?? "");
    this._problems.paint(problems);
    this._notices.paint(problems.length > 0 ? NOTHING : (trace?.notices ?? NOTHING));
    if (busy) {
      this.editor.compare(null);
      return;
    }
    this.editor.underline(problems, trace?.source === ran ? trace.notices : NOTHING, ran);
    this.editor.compare(ran);
  }
}
