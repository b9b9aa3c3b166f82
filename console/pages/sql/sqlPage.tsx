import { useMemo, useRef, useState } from "preact/hooks";
import { ApiError, type TextPosition } from "#client/errors.ts";
import { pathIn, take, useWorkspace } from "../../lab.ts";
import { Failure } from "../../parts/failure.tsx";
import { formatNumber } from "../../parts/format.ts";
import { Grid } from "../../parts/grid/grid.tsx";
import { Page } from "../../parts/page.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { latestOf, useResource } from "../../resource.ts";
import { address, setQuery } from "../../router.ts";
import { SqlEditor } from "./sqlEditor.tsx";

/** Key of the draft of a workspace in this browser: a query is not lost when the page is left. */
const draftKey = (name: string) => `sql ${name}`;

/** One query and its result. The query that runs is in the address. */
export function SqlPage() {
  const workspace = useWorkspace();
  const { searchParams } = address.value;
  const asked = searchParams.get("q");
  const asOf = searchParams.get("as_of");
  const [text, setText] = useState(asked ?? localStorage.getItem(draftKey(workspace.name)) ?? "");
  const [run, setRun] = useState(0);
  /** Query of the address that came from the editor, or went to it. */
  const known = useRef(asked);
  const [revision, setRevision] = useState(0);
  if (asked !== known.current) {
    // Somebody went back, or followed a link: the editor begins again with that query.
    known.current = asked;
    setText(asked ?? "");
    setRevision(revision + 1);
  }
  const tables = latestOf(useResource(`tables ${workspace.name}`, () => take(workspace.tables())));
  const schema = useMemo(
    () =>
      Object.fromEntries(
        (tables ?? []).map(({ reference, columns }) => [reference, columns.map(({ name }) => name)]),
      ),
    [tables],
  );
  const query = useQuery(asked, asOf === null ? {} : { asOf }, run);
  const change = (next: string) => {
    setText(next);
    localStorage.setItem(draftKey(workspace.name), next);
  };
  const runNow = () => {
    if (text.trim() === "") return;
    known.current = text;
    setQuery({ q: text });
    setRun(run + 1);
  };
  return (
    <div class="fill">
      <Page
        title="SQL"
        actions={
          <button type="button" class="primary" onClick={runNow}>
            Run <span class="small">Ctrl Enter</span>
          </button>
        }
        bare={
          <SqlEditor
            key={revision}
            initialText={text}
            schema={schema}
            problem={query && problemIn(query.error)}
            onChange={change}
            onRun={runNow}
          />
        }
      />
      <div class="sql-result">
        {query?.error !== undefined && (
          <div class="content">
            <Failure error={query.error} retry={false} />
          </div>
        )}
        {query && query.rows.columns.length > 0 && (
          <Grid label="Result" rows={query.rows} count={query.count} />
        )}
        {!query && <SchemaList schema={schema} workspace={workspace.name} />}
      </div>
      {query && (
        <div class="status-bar" role="status">
          {(query.error === undefined || query.count > 0) && (
            <strong>
              {formatNumber(query.count)} {query.count === 1 ? "row" : "rows"}
            </strong>
          )}
          <span class="muted">{(query.milliseconds / 1000).toFixed(1)} s</span>
          {!query.isDone && <span class="muted">more are arriving…</span>}
          {query.isDone && query.error !== undefined && query.count > 0 && (
            <span>Stopped at {formatNumber(query.count)} rows</span>
          )}
          {asOf && <span class="badge warn">as of version {asOf}</span>}
        </div>
      )}
    </div>
  );
}

function SchemaList({ schema, workspace }: { schema: Record<string, string[]>; workspace: string }) {
  const names = Object.keys(schema);
  if (names.length === 0) return null;
  return (
    <div class="content">
      <section class="card">
        <header>
          <h2>Tables</h2>
        </header>
        <div class="body">
          <dl class="schema">
            {names.map((name) => (
              <div key={name}>
                <dt>
                  <a href={pathIn({ name: workspace }, "tables", name)}>{name}</a>
                </dt>
                <dd class="mono muted">{schema[name]?.join(", ")}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
    </div>
  );
}

/** Returns the place that an error of SQL names, with its sentence. */
function problemIn(error: unknown): (TextPosition & { sentence: string }) | null {
  if (!(error instanceof ApiError) || error.position === null) return null;
  return { ...error.position, sentence: error.message };
}
