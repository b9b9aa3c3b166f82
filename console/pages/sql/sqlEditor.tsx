import { autocompletion, closeBrackets, closeCompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { SQLDialect, sql } from "@codemirror/lang-sql";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "preact/hooks";
import { onInsertion } from "./insertions.ts";
import { problemMark, showProblem, type TextProblem } from "./problemMark.ts";

interface SqlEditorProps {
  /** Initial text. Later changes are reported by `onChange` and are not passed back, because rendering is slower than typing. */
  initialText: string;
  /** Columns by table, suggested while typing. */
  schema: Record<string, string[]>;
  /** One-based position of an error in the text, with its message. */
  problem: TextProblem | null;
  /** Number of times that the query has been run; each run closes the completion list. */
  runs: number;
  onChange: (text: string) => void;
  onRun: () => void;
}

/** Query keywords; the dialect's built-in list contains many words from other statements. */
const KEYWORDS =
  "all and any as asc between by case cast cross current_date current_timestamp desc distinct else end escape except " +
  "exists extract false fetch filter first following for from full group grouping having in inner intersect interval " +
  "into is join last lateral left like limit natural not null nulls of offset on only or order outer over partition " +
  "preceding range recursive right rollup row rows select sets some table then timestamp true try_cast unbounded union " +
  "unnest using values version when where window with";
const TYPES =
  "array bigint boolean char date decimal double integer json map real row smallint time timestamp tinyint varbinary varchar";
const dialect = SQLDialect.define({
  operatorChars: "+-*/<>=%|",
  keywords: KEYWORDS,
  types: TYPES,
  doubleQuotedStrings: false,
  hashComments: false,
});

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--ok)" },
  { tag: tags.number, color: "var(--info)" },
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
]);

const theme = EditorView.theme({
  "&": { backgroundColor: "var(--surface)", color: "var(--text)", fontSize: "13px" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-content": { fontFamily: "var(--mono)", caretColor: "var(--text)", minHeight: "96px" },
  ".cm-scroller": { maxHeight: "40vh" },
  ".cm-gutters": { backgroundColor: "var(--raised)", color: "var(--muted)", border: "none" },
  ".cm-problem": { textDecoration: "underline wavy var(--danger)", textUnderlineOffset: "3px" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-tooltip": { backgroundColor: "var(--surface)", color: "var(--text)", borderColor: "var(--control)" },
});

/** Editor for one query, with completion of tables and columns. Ctrl Enter runs the query; Esc then Tab leaves the editor. */
export function SqlEditor({ initialText, schema, problem, runs, onChange, onRun }: SqlEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const language = useRef(new Compartment());
  const callbacks = useRef({ onChange, onRun });
  callbacks.current = { onChange, onRun };

  useEffect(() => {
    if (!parent.current) return;
    const runNow = () => {
      callbacks.current.onRun();
      return true;
    };
    const run = { key: "Mod-Enter", preventDefault: true, run: runNow };
    const editor = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: initialText,
        extensions: [
          lineNumbers(),
          history(),
          closeBrackets(),
          autocompletion({ icons: false }),
          keymap.of([run, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          placeholder("SELECT …"),
          language.current.of(sql({ dialect, schema })),
          syntaxHighlighting(colors),
          problemMark,
          theme,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": "SQL" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) callbacks.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    // Also cancels a completion lookup that typing has just started.
    if (view.current) closeCompletion(view.current);
  }, [runs]);

  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(sql({ dialect, schema })) });
  }, [schema]);

  useEffect(() => {
    if (view.current) showProblem(view.current, problem);
  }, [problem?.line, problem?.column, problem?.sentence]);

  useEffect(
    () =>
      onInsertion((text) => {
        view.current?.dispatch(view.current.state.replaceSelection(text));
        view.current?.focus();
      }),
    [],
  );

  return <div ref={parent} class="sql-editor" />;
}
