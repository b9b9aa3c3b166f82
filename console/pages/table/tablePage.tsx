import { quoteName, quoteReference } from "#client/requests/sqlNames.ts";
import type { components } from "#client/schema.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { consensusOf } from "#shared/domain/sequences/consensusOf.ts";
import { pathIn, take, useWorkspace } from "../../lab.ts";
import { AsOf, versionWords } from "../../parts/asOf.tsx";
import { Download } from "../../parts/download.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Select } from "../../parts/form.tsx";
import { formatNumber } from "../../parts/format.ts";
import { Grid } from "../../parts/grid/grid.tsx";
import type { Sort } from "../../parts/grid/sort.ts";
import { Icon } from "../../parts/icon.tsx";
import { Loading, Page } from "../../parts/page.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { latestOf, useResource } from "../../resource.ts";
import { address, setQuery } from "../../router.ts";
import { sequenceColumns } from "../columnChoices.ts";
import { taskTitle } from "../tasks/taskTitle.ts";
import { ChartTab } from "./chartTab.tsx";
import { ColumnsTab } from "./columnsTab.tsx";
import { FilterBar } from "./filterBar.tsx";
import { HeatmapTab } from "./heatmapTab.tsx";
import { HistoryTab } from "./historyTab.tsx";
import { type Filter, readFilters, readSort, rowsQuery } from "./rowsQuery.ts";

type Table = components["schemas"]["Table"];
type Version = components["schemas"]["Version"];
const NESTED = new Set(["ARRAY", "STRUCT"]);
const NUMBERS = new Set(["INT64", "FLOAT64"]);

/** Number of sequences from which the commonest residues are taken. */
const SEQUENCES_COMPARED = 300;

const TABS = { data: "Data", chart: "Chart", heatmap: "Heatmap", history: "History", columns: "Columns" };
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
    const [versions, task] = await Promise.all([
      take(workspace.versions({ table_id: table.id, order: "DESC" })),
      taskOfTable(workspace, reference),
    ]);
    return { table, versions, task };
  });
  const known = latestOf(read);
  const path = (page: string) => `${pathIn(workspace, page)}?table=${encodeURIComponent(reference)}`;
  const sort = readSort(searchParams);
  const filters = readFilters(searchParams);
  // Read once the table is known: its columns say how filters are written, its version when rows are read again.
  const sql = known ? rowsQuery(reference, known.table.columns, filters, sort) : null;
  const query = new URLSearchParams({ q: sql ?? "", ...(asOf && { as_of: asOf }) });
  return (
    <div class={tab === "data" ? "fill" : ""}>
      <Page
        title={known?.task ? `${taskTitle(known.task)} (table)` : reference}
        primary={
          known?.table.kind === "TABLE" &&
          !known.task && (
            <a
              class="button primary"
              href={`${pathIn(workspace, "import")}?into=${encodeURIComponent(reference)}`}
            >
              <Icon name="import" />
              Import
            </a>
          )
        }
        actions={
          read.state !== "failed" && (
            <>
              {known && <AsOf versions={known.versions} asOf={asOf} />}
              {known?.task ? (
                <a class="button" href={pathIn(workspace, "tasks", known.task.id)}>
                  Task and report
                </a>
              ) : (
                <>
                  <a class="button" href={path("analyze")}>
                    Analyse this table
                  </a>
                  <a class="button" href={path("train")}>
                    Train on this table
                  </a>
                </>
              )}
              <a class="button" href={`${pathIn(workspace, "sql")}?${query}`}>
                Query
              </a>
              {sql !== null && (
                <Download
                  sql={sql}
                  options={asOf === null ? {} : { asOf }}
                  name={asOf === null ? reference : `${reference}-as-of-${asOf}`}
                />
              )}
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
        <DataTab
          reference={reference}
          sql={sql}
          filters={filters}
          sort={sort}
          asOf={asOf}
          table={known?.table}
          versions={known?.versions ?? []}
        />
      )}
      {tab === "chart" && known && <ChartTab table={known.table} filters={filters} asOf={asOf} />}
      {tab === "heatmap" && known && <HeatmapTab table={known.table} asOf={asOf} />}
      {tab === "history" && known && <HistoryTab table={known.table} versions={known.versions} />}
      {tab === "columns" && known && <ColumnsTab table={known.table} />}
    </div>
  );
}

/** Returns the task that a table of results belongs to; null for any other table. */
async function taskOfTable(workspace: Workspace, reference: string): Promise<Task | null> {
  const id = /^tasks\.task_(\d+)\./.exec(reference)?.[1];
  return id === undefined ? null : await workspace.task(id).get();
}

function tabPath(tab: string): string {
  const next = new URL(address.value);
  if (tab === "data") next.searchParams.delete("tab");
  else next.searchParams.set("tab", tab);
  return next.pathname + next.search;
}

const DIRECTIONS = { smallest: "smallest first", largest: "largest first" };

function setSort(sort: Sort | null): void {
  setQuery({ sort: sort?.column ?? null, order: sort?.isDescending ? "desc" : null }, { replace: true });
}

/**
 * Reads what is compared with in every column of sequences: the residue that each position has most often in the table,
 * whichever of its rows are shown; in a table of designs, the protein that they come from.
 */
async function readReferences(workspace: Workspace, table: Table, asOf: string | null) {
  const names = sequenceColumns(table);
  if (names.length === 0) return new Map<string, string>();
  const hasParent =
    table.reference.startsWith("tasks.") && table.columns.some(({ name }) => name === "parent");
  const columns = names.map((name, index) => `${hasParent ? '"parent"' : quoteName(name)} AS s${index}`);
  const result = await workspace.query<Record<string, string | null>>(
    `SELECT ${columns.join(", ")} FROM ${quoteReference(table.reference)} LIMIT ${hasParent ? 1 : SEQUENCES_COMPARED}`,
    asOf === null ? {} : { asOf },
  );
  const rows = await result.rows();
  return new Map(
    names.map((name, index) => [name, consensusOf(rows.flatMap((row) => row[`s${index}`] ?? []))]),
  );
}

interface DataTabProps {
  reference: string;
  /** Null as long as the table is read. */
  sql: string | null;
  filters: readonly Filter[];
  sort: Sort | null;
  asOf: string | null;
  /** Undefined as long as it is read. Its rows are read again when it has a new version. */
  table: Table | undefined;
  versions: readonly Version[];
}

function DataTab({ reference, sql, filters, sort, asOf, table, versions }: DataTabProps) {
  const query = useQuery(sql, asOf === null ? {} : { asOf }, table?.version_id);
  const isRead = query?.isDone === true && query.error === undefined;
  const workspace = useWorkspace();
  // Once the rows are there, which are wanted first.
  const references = latestOf(
    useResource(`references ${workspace.name} ${isRead ? table?.version_id : ""} ${table?.id} ${asOf}`, () =>
      isRead && table ? readReferences(workspace, table, asOf) : Promise.resolve(undefined),
    ),
  );
  const columns = (table?.columns ?? []).filter(({ type }) => !NESTED.has(type));
  /** Sorts by another column, numbers from the largest; or in the other direction; or not any more. */
  const press = (name: string) => {
    const column = columns.find((one) => one.name === name);
    if (!column) return;
    const startsDescending = NUMBERS.has(column.type);
    if (sort?.column !== name) setSort({ column: name, isDescending: startsDescending });
    else
      setSort(sort.isDescending === startsDescending ? { ...sort, isDescending: !startsDescending } : null);
  };
  return (
    <>
      <FilterBar columns={columns} filters={filters} />
      <div class="sql-result">
        {query?.error !== undefined && (
          <div class="content">
            <Failure error={query.error} />
          </div>
        )}
        {query && query.rows.columns.length > 0 ? (
          <Grid
            label={`Rows of ${reference}`}
            rows={query.rows}
            count={query.count}
            isSummarized={isRead}
            {...(references && { references })}
            sort={sort}
            onSort={press}
          />
        ) : (
          query?.error === undefined && (
            <div class="content">{query?.isDone ? <p>No rows.</p> : <Loading label="Reading rows" />}</div>
          )
        )}
      </div>
      <div class={`status-bar ${asOf ? "notice warn" : ""}`} role="status">
        <strong>
          {formatNumber(query?.count ?? 0)} {query?.count === 1 ? "row" : "rows"}
          {filters.length > 0 &&
            asOf === null &&
            table?.rows !== undefined &&
            ` of ${formatNumber(table.rows)}`}
        </strong>
        {query && !query.isDone && <span class="muted">more are arriving…</span>}
        {asOf && <span title={`Version ${asOf}`}>{versionWords(versions, asOf)}</span>}
        <span class="row">
          <label for="sort">Sorted by</label>
          <select
            id="sort"
            value={sort?.column ?? ""}
            onChange={({ currentTarget: { value } }) => (value === "" ? setSort(null) : press(value))}
          >
            <option value="">nothing: as loaded</option>
            {columns.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          {sort && (
            <Select
              id="direction"
              label="Order"
              value={sort.isDescending ? "largest" : "smallest"}
              options={DIRECTIONS}
              onChange={(direction) => setSort({ ...sort, isDescending: direction === "largest" })}
            />
          )}
        </span>
      </div>
    </>
  );
}
