import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** One-based position of an error in the query text, with its message. */
export interface TextProblem {
  line: number;
  column: number;
  sentence: string;
}

const setProblem = StateEffect.define<TextProblem | null>();

/** Editor extension that underlines the word at an error and shows the message on hover. The mark stays until the next run. */
export const problemMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { effects, changes, newDoc }) => {
    const effect = effects.find((candidate) => candidate.is(setProblem));
    if (effect === undefined) return marks.map(changes);
    const problem = effect.value as TextProblem | null;
    if (problem === null || problem.line > newDoc.lines) return Decoration.none;
    const line = newDoc.line(problem.line);
    const column = Math.min(line.from + problem.column - 1, line.to);
    const length = /^\w+/.exec(newDoc.sliceString(column, line.to))?.[0].length ?? 1;
    const to = Math.min(column + length, newDoc.length);
    // An error at the end of the text marks its last character.
    const from = column < to ? column : Math.max(0, to - 1);
    if (from === to) return Decoration.none;
    const mark = Decoration.mark({ class: "cm-problem", attributes: { title: problem.sentence } });
    return Decoration.set(mark.range(from, to));
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Underlines the word at an error, or removes the mark. */
export function showProblem(editor: EditorView, problem: TextProblem | null): void {
  editor.dispatch({ effects: setProblem.of(problem) });
}
