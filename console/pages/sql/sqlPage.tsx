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
import { type RunningQuery, useQuery } from "../../parts/useQuery.ts";
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
  const { searchParams } = address.value;
  const sql = searchParams.get("q");
  const asOf = searchParams.get("as_of");
  const options = asOf === null ? {} : { asOf };
  const [run, setRun] = useState(0);
  const [isSaving, setSaving] = useState(false);
  const editor = useEditorText(draftKey(workspace.name, tab), sql);
  const { versions, schema } = useSchema();
  const query = useQuery(sql, options, run, {
    id: searchParams.get("run"),
    onChange: (id) => setQuery({ run: id }, { replace: true }),
  });
  const { text } = editor;
  const runNow = () => {
    if (text.trim() === "") return;
    editor.onSent(text);
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
            <AsOf versions={versions} asOf={asOf} />
            {sql && <ResultActions sql={sql} options={options} onSave={() => setSaving(true)} />}
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
              key={editor.revision}
              initialText={text}
              schema={schema}
              problem={query && problemIn(query.error)}
              runs={run}
              onChange={editor.onChange}
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
        {query && query.rows.columns.length > 0 && <SqlResult sql={sql ?? ""} query={query} />}
        {!query && (
          <div class="content">
            <SchemaList schema={schema} workspace={workspace.name} />
            <EarlierQueries workspace={workspace.name} />
          </div>
        )}
      </div>
      {isSaving && sql !== null && <SaveAsView sql={sql} onClose={() => setSaving(false)} />}
      {query && <QueryStatus query={query} version={asOf && versionWords(versions, asOf)} />}
    </div>
  );
}

/** Text of the editor, kept as a draft. If the query in the URL changes, the editor restarts with that query. */
function useEditorText(draft: string, sql: string | null) {
  const initialText = () => sql ?? localStorage.getItem(draft) ?? "";
  const [text, setText] = useState(initialText);
  /** Query in the URL that came from the editor or was sent to it. */
  const known = useRef(sql);
  const [revision, setRevision] = useState(0);
  if (sql !== known.current) {
    // The user went back or followed a link.
    known.current = sql;
    setText(initialText());
    setRevision(revision + 1);
  }
  return {
    text,
    revision,
    onChange: (next: string) => {
      setText(next);
      keepText(draft, next);
    },
    onSent: (sent: string) => {
      known.current = sent;
    },
  };
}

/** Reads the latest versions of the workspace, and the columns of its tables. */
function useSchema() {
  const workspace = useWorkspace();
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
  return { versions: versions ?? [], schema };
}

interface ResultActionsProps {
  sql: string;
  options: { asOf?: string };
  onSave: () => void;
}

/** Saves the query as a view, or its result as a file. */
function ResultActions({ sql, options, onSave }: ResultActionsProps) {
  return (
    <>
      <button type="button" onClick={onSave}>
        Save as view
      </button>
      <Download sql={sql} options={options} name="result" />
    </>
  );
}

/** Status bar: how many rows have arrived, how long it took and what was read. */
function QueryStatus({ query, version }: { query: RunningQuery; version: string | null }) {
  const workspace = useWorkspace();
  const { count, cost, error, isDone, stored } = query;
  return (
    <div class="status-bar" role="status">
      {(error === undefined || count > 0) && <strong>{plural(count, "row")}</strong>}
      <span class="muted">{(query.milliseconds / 1000).toFixed(1)} s</span>
      {cost && (
        <span class="muted">
          {plural(cost.files, "file")}, {formatBytes(cost.bytes_read)} read
        </span>
      )}
      {!isDone && stored === null && <span class="muted">more are arriving…</span>}
      {!isDone && stored && count === 0 && <StoredProgress query={stored} />}
      {isDone && error !== undefined && count > 0 && <span>Stopped at {formatNumber(count)} rows</span>}
      {version && <span class="badge warn">{version}</span>}
      <a href={pathIn(workspace, "sql")}>Earlier queries</a>
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
