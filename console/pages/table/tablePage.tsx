import type { components } from "#client/schema.ts";
import { pathIn, take, useWorkspace } from "../../lab.ts";
import { Failure } from "../../parts/failure.tsx";
import { formatNumber, formatTime } from "../../parts/format.ts";
import { Grid } from "../../parts/grid/grid.tsx";
import { Loading, Page } from "../../parts/page.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { latestOf, useResource } from "../../resource.ts";
import { address, setQuery } from "../../router.ts";
import { ColumnsTab } from "./columnsTab.tsx";
import { HeatmapTab } from "./heatmapTab.tsx";
import { CHANGES, HistoryTab } from "./historyTab.tsx";

type Version = components["schemas"]["Version"];

const TABS = { data: "Data", heatmap: "Heatmap", history: "History", columns: "Columns" };
type Tab = keyof typeof TABS;

/** One table: its rows at any version, its history and its columns. */
export function TablePage({ params }: { params: Record<string, string> }) {
  const workspace = useWorkspace();
  const reference = params.table ?? "";
  const { searchParams } = address.value;
  const asked = searchParams.get("tab") ?? "";
  const tab = Object.hasOwn(TABS, asked) ? (asked as Tab) : "data";
  const asOf = searchParams.get("as_of");
  const read = useResource(`table ${workspace.name} ${reference}`, async () => {
    const table = await workspace.table(reference);
    const versions = await take(workspace.versions({ table_id: table.id, order: "DESC" }));
    return { table, versions };
  });
  const known = latestOf(read);
  const path = (page: string) => `${pathIn(workspace, page)}?table=${encodeURIComponent(reference)}`;
  const query = new URLSearchParams({ q: `SELECT * FROM ${reference}`, ...(asOf && { as_of: asOf }) });
  return (
    <div class={tab === "data" ? "fill" : ""}>
      <Page
        title={reference}
        actions={
          read.state !== "failed" && (
            <>
              {known && <AsOf versions={known.versions} asOf={asOf} />}
              <a class="button" href={path("analyze")}>
                Analyse this table
              </a>
              <a class="button" href={path("train")}>
                Train on this table
              </a>
              <a class="button" href={`${pathIn(workspace, "sql")}?${query}`}>
                Query
              </a>
              <a
                class="button primary"
                href={`${pathIn(workspace, "import")}?into=${encodeURIComponent(reference)}`}
              >
                Import
              </a>
            </>
          )
        }
        bare={
          read.state !== "failed" && (
            <nav class="tabs" aria-label="Table">
              {Object.entries(TABS).map(([name, label]) => (
                <a key={name} href={tabPath(name)} aria-current={name === tab ? "page" : undefined}>
                  {label}
                </a>
              ))}
            </nav>
          )
        }
      />
      {read.state === "failed" && (
        <div class="content">
          <Failure error={read.error} />
        </div>
      )}
      {tab === "data" && read.state !== "failed" && (
        <DataTab reference={reference} asOf={asOf} revision={known?.table.version_id} />
      )}
      {tab === "heatmap" && known && <HeatmapTab table={known.table} asOf={asOf} />}
      {tab === "history" && known && <HistoryTab versions={known.versions} />}
      {tab === "columns" && known && <ColumnsTab table={known.table} />}
    </div>
  );
}

function tabPath(tab: string): string {
  const next = new URL(address.value);
  if (tab === "data") next.searchParams.delete("tab");
  else next.searchParams.set("tab", tab);
  return next.pathname + next.search;
}

function AsOf({ versions, asOf }: { versions: readonly Version[]; asOf: string | null }) {
  return (
    <div class="row">
      <label for="as-of">As of</label>
      <select
        id="as-of"
        value={asOf ?? ""}
        onChange={({ currentTarget }) => setQuery({ as_of: currentTarget.value || null })}
      >
        <option value="">now</option>
        {versions.map(({ id, created_at, kind }) => (
          <option key={id} value={id}>
            {formatTime(created_at)} · {CHANGES[kind]}
          </option>
        ))}
      </select>
    </div>
  );
}

interface DataTabProps {
  reference: string;
  asOf: string | null;
  /** Latest version of the table: its rows are read again when it changes. */
  revision: string | undefined;
}

function DataTab({ reference, asOf, revision }: DataTabProps) {
  const query = useQuery(`SELECT * FROM ${reference}`, asOf === null ? {} : { asOf }, revision);
  return (
    <>
      <div class="sql-result">
        {query?.error !== undefined && (
          <div class="content">
            <Failure error={query.error} />
          </div>
        )}
        {query && query.rows.columns.length > 0 ? (
          <Grid label={`Rows of ${reference}`} rows={query.rows} count={query.count} />
        ) : (
          query?.error === undefined && (
            <div class="content">
              <Loading label="Reading rows" />
            </div>
          )
        )}
      </div>
      <div class={`status-bar ${asOf ? "notice warn" : ""}`} role="status">
        <strong>
          {formatNumber(query?.count ?? 0)} {query?.count === 1 ? "row" : "rows"}
        </strong>
        {query && !query.isDone && <span class="muted">more are arriving…</span>}
        {asOf && <span>as of version {asOf}, not now</span>}
      </div>
    </>
  );
}
