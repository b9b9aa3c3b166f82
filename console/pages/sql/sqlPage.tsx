import { useMemo, useRef, useState } from "preact/hooks";
import { ApiError, type TextPosition } from "#client/errors.ts";
import { pathIn, take, useWorkspace } from "../../lab.ts";
import { AsOf, versionWords } from "../../parts/asOf.tsx";
import { Download } from "../../parts/download.tsx";
import { Failure } from "../../parts/failure.tsx";
import { formatBytes, formatNumber, plural } from "../../parts/format.ts";
import { Icon } from "../../parts/icon.tsx";
import { keepText } from "../../parts/keepText.ts";
import { Page } from "../../parts/page.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { latestOf, useResource } from "../../resource.ts";
import { address, setQuery } from "../../router.ts";
import { earlierQueries, keepQuery } from "./earlierQueries.ts";
import { QueryActions } from "./queryActions.tsx";
import { QueryTabs } from "./queryTabs.tsx";
import { SaveAsView } from "./saveAsView.tsx";
import { SqlEditor } from "./sqlEditor.tsx";
import { SqlResult } from "./sqlResult.tsx";
import { draftKey } from "./sqlTabs.ts";
import { StoredProgress } from "./storedProgress.tsx";

/** Number of latest versions to choose from. */
const VERSIONS_OFFERED = 200;

/** One query and its result. The query being run is in the URL. */
export function SqlPage({ tab }: { tab: number }) {
  const workspace = useWorkspace();
  const draft = draftKey(workspace.name, tab);
  const { searchParams } = address.value;
  const asked = searchParams.get("q");
  const asOf = searchParams.get("as_of");
  const [text, setText] = useState(asked ?? localStorage.getItem(draft) ?? "");
  const [run, setRun] = useState(0);
  /** Query in the URL that came from the editor or was sent to it. */
  const known = useRef(asked);
  const [revision, setRevision] = useState(0);
  if (asked !== known.current) {
    // The user went back or followed a link: the editor restarts with that query.
    known.current = asked;
    setText(asked ?? localStorage.getItem(draft) ?? "");
    setRevision(revision + 1);
  }
  const [isSaving, setSaving] = useState(false);
  const tables = latestOf(useResource(`tables ${workspace.name}`, () => take(workspace.tables())));
  const versions = latestOf(
    useResource(`versions ${workspace.name}`, () =>
      take(workspace.versions({ order: "DESC" }), VERSIONS_OFFERED),
    ),
  );
  const schema = useMemo(
    () =>
      Object.fromEntries(
        (tables ?? []).map(({ reference, columns }) => [reference, columns.map(({ name }) => name)]),
      ),
    [tables],
  );
  const query = useQuery(asked, asOf === null ? {} : { asOf }, run, {
    id: searchParams.get("run"),
    onChange: (id) => setQuery({ run: id }, { replace: true }),
  });
  const change = (next: string) => {
    setText(next);
    keepText(draft, next);
  };
  const runNow = () => {
    if (text.trim() === "") return;
    known.current = text;
    keepQuery(workspace.name, text);
    setQuery({ q: text, run: null });
    setRun(run + 1);
  };
  return (
    <div class="fill">
      <Page
        title="SQL"
        actions={
          <>
            <AsOf versions={versions ?? []} asOf={asOf} />
            {asked !== null && asked !== "" && (
              <>
                <button type="button" onClick={() => setSaving(true)}>
                  Save as view
                </button>
                <Download sql={asked} options={asOf === null ? {} : { asOf }} name="result" />
              </>
            )}
            <QueryActions sql={text} asOf={asOf} />
          </>
        }
        primary={
          <button type="button" class="primary" onClick={runNow}>
            <Icon name="run" />
            Run <kbd>Ctrl Enter</kbd>
          </button>
        }
        bare={
          <>
            <QueryTabs shown={tab} text={text} />
            <SqlEditor
              key={revision}
              initialText={text}
              schema={schema}
              problem={query && problemIn(query.error)}
              runs={run}
              onChange={change}
              onRun={runNow}
            />
          </>
        }
      />
      <div class="sql-result">
        {query?.error !== undefined && (
          <div class="content">
            <Failure error={query.error} retry={false} />
          </div>
        )}
        {query && query.rows.columns.length > 0 && <SqlResult sql={asked ?? ""} query={query} />}
        {!query && (
          <div class="content">
            <SchemaList schema={schema} workspace={workspace.name} />
            <EarlierQueries workspace={workspace.name} />
          </div>
        )}
      </div>
      {isSaving && asked !== null && <SaveAsView sql={asked} onClose={() => setSaving(false)} />}
      {query && (
        <div class="status-bar" role="status">
          {(query.error === undefined || query.count > 0) && (
            <strong>
              {formatNumber(query.count)} {query.count === 1 ? "row" : "rows"}
            </strong>
          )}
          <span class="muted">{(query.milliseconds / 1000).toFixed(1)} s</span>
          {query.cost && (
            <span class="muted">
              {plural(query.cost.files, "file")}, {formatBytes(query.cost.bytes_read)} read
            </span>
          )}
          {!query.isDone && query.stored === null && <span class="muted">more are arriving…</span>}
          {!query.isDone && query.stored && query.count === 0 && <StoredProgress query={query.stored} />}
          {query.isDone && query.error !== undefined && query.count > 0 && (
            <span>Stopped at {formatNumber(query.count)} rows</span>
          )}
          {asOf && <span class="badge warn">{versionWords(versions ?? [], asOf)}</span>}
          <a href={pathIn(workspace, "sql")}>Earlier queries</a>
        </div>
      )}
    </div>
  );
}

function SchemaList({ schema, workspace }: { schema: Record<string, string[]>; workspace: string }) {
  const names = Object.keys(schema);
  if (names.length === 0) return null;
  return (
    <section class="card narrow-only">
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
  );
}

/** Queries that were run in this browser; clicking one runs it again. */
function EarlierQueries({ workspace }: { workspace: string }) {
  const queries = earlierQueries(workspace);
  if (queries.length === 0) return null;
  return (
    <section class="card" aria-labelledby="earlier">
      <header>
        <h2 id="earlier">Earlier queries in this browser</h2>
      </header>
      <ul class="body plain">
        {queries.map((sql) => (
          <li key={sql}>
            <a class="mono" href={`${pathIn({ name: workspace }, "sql")}?${new URLSearchParams({ q: sql })}`}>
              {sql}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the position named by an SQL error, with its message. */
function problemIn(error: unknown): (TextPosition & { sentence: string }) | null {
  if (!(error instanceof ApiError) || error.position === null) return null;
  return { ...error.position, sentence: error.message };
}
