import { useMemo } from "preact/hooks";
import type { Table, Version } from "#client/resources.ts";
import type { Task } from "#client/taskHandle.ts";
import { useWorkspace } from "../../lab.ts";
import { versionWords } from "../../parts/asOf.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Select } from "../../parts/form.tsx";
import { formatNumber, plural } from "../../parts/format.ts";
import { Grid } from "../../parts/grid/grid.tsx";
import { ArrangedRows } from "../../parts/grid/gridSource.ts";
import type { Sort } from "../../parts/grid/sort.ts";
import { Loading } from "../../parts/page.tsx";
import { type RunningQuery, useQuery } from "../../parts/useQuery.ts";
import { latestOf, useResource } from "../../resource.ts";
import { address, setQuery } from "../../router.ts";
import { sequenceColumns } from "../columnChoices.ts";
import { ArrangeColumns } from "./arrangeColumns.tsx";
import { readArrangement } from "./arrangement.ts";
import { FilterBar } from "./filterBar.tsx";
import { readReferences } from "./readReferences.ts";
import { openRow, RowPanel } from "./rowPanel.tsx";
import { type Filter, nextSort } from "./rowsQuery.ts";
import { ViewsMenu } from "./viewsMenu.tsx";

const NESTED = new Set(["ARRAY", "STRUCT"]);

const DIRECTIONS = { smallest: "smallest first", largest: "largest first" };

/** Sorts the rows and closes the panel, which would otherwise show a different row. */
function setSort(sort: Sort | null): void {
  setQuery(
    { sort: sort?.column ?? null, order: sort?.isDescending ? "desc" : null, row: null },
    { replace: true },
  );
}

interface DataTabProps {
  reference: string;
  /** Null while the table is being read. */
  sql: string | null;
  filters: readonly Filter[];
  sort: Sort | null;
  asOf: string | null;
  /** Undefined while the table is being read. The rows are read again when the table has a new version. */
  table: Table | undefined;
  versions: readonly Version[];
  /** Task that produced the table; null if the table is not a task result. */
  task: Task | null;
}

/** Rows of a table: filters, the grid, and the panel for one row. */
export function DataTab({ reference, sql, filters, sort, asOf, table, versions, task }: DataTabProps) {
  const query = useQuery(sql, asOf === null ? {} : { asOf }, table?.version_id);
  const isRead = query?.isDone === true && query.error === undefined;
  const references = useReferences(isRead ? table : undefined, asOf, task);
  const { names, arrangement, rows } = useArrangedRows(query);
  const opened = openedRow(query?.count ?? 0);
  const columns = (table?.columns ?? []).filter(({ type }) => !NESTED.has(type));
  const sortBy = (name: string) => {
    const column = columns.find((candidate) => candidate.name === name);
    if (column) setSort(nextSort(sort, column));
  };
  return (
    <>
      <FilterBar columns={columns} filters={filters}>
        {table && rows && (
          <>
            <ArrangeColumns names={names} arrangement={arrangement} />
            {sql !== null && <ViewsMenu tableId={table.id} sql={sql} />}
          </>
        )}
      </FilterBar>
      <div class="with-panel">
        <div class="sql-result">
          {query?.error !== undefined && (
            <div class="content">
              <Failure error={query.error} />
            </div>
          )}
          {query && rows && (
            <Grid
              label={`Rows of ${reference}`}
              rows={rows}
              count={query.count}
              pinned={arrangement.pinned}
              onOpen={openRow}
              opened={opened}
              isSummarized={isRead}
              {...(references && { references: references.sequences })}
              sort={sort}
              onSort={sortBy}
            />
          )}
          {!rows && query?.error === undefined && (
            <div class="content">{query?.isDone ? <p>No rows.</p> : <Loading label="Reading rows" />}</div>
          )}
        </div>
        {query && opened !== null && (
          <RowPanel
            rows={query.rows}
            count={query.count}
            row={opened}
            references={references}
            sequences={table ? sequenceColumns(table) : []}
          />
        )}
      </div>
      <div class={`status-bar ${asOf ? "notice warn" : ""}`} role="status">
        <RowCount query={query} total={filters.length > 0 && asOf === null ? table?.rows : undefined} />
        {asOf && <span title={`Version ${asOf}`}>{versionWords(versions, asOf)}</span>}
        <SortChoice columns={columns} sort={sort} onSort={sortBy} />
      </div>
    </>
  );
}

/** Reads the references of a table after its rows, because the rows are needed first. */
function useReferences(table: Table | undefined, asOf: string | null, task: Task | null) {
  const workspace = useWorkspace();
  return latestOf(
    useResource(`references ${workspace.name} ${table?.version_id} ${table?.id} ${asOf}`, async () =>
      table ? readReferences(workspace, table, asOf, task) : undefined,
    ),
  );
}

/** Returns the rows with the columns that the URL selects, in that order; null until the columns are known. */
function useArrangedRows(query: RunningQuery | null) {
  const names = query?.rows.columns.map(({ name }) => name) ?? [];
  const arrangement = readArrangement(address.value.searchParams, names);
  const rows = useMemo(
    () => (query && names.length > 0 ? new ArrangedRows(query.rows, arrangement.shown) : null),
    [query?.rows, names.length, arrangement.shown.join("\n")],
  );
  return { names, arrangement, rows };
}

/** Returns the row that the URL shows in full; null if it does not exist. */
function openedRow(count: number): number | null {
  const row = Number(address.value.searchParams.get("row") ?? "") - 1;
  return Number.isInteger(row) && row >= 0 && row < count ? row : null;
}

interface RowCountProps {
  query: RunningQuery | null;
  /** Number of rows of the table; undefined if all are shown. */
  total: number | undefined;
}

/** Number of rows that have arrived. */
function RowCount({ query, total }: RowCountProps) {
  return (
    <>
      <strong>
        {plural(query?.count ?? 0, "row")}
        {total !== undefined && ` of ${formatNumber(total)}`}
      </strong>
      {query && !query.isDone && <span class="muted">more are arriving…</span>}
    </>
  );
}

interface SortChoiceProps {
  columns: Table["columns"];
  sort: Sort | null;
  onSort: (column: string) => void;
}

/** Selectors for the column by which the rows are sorted, and for the direction. */
function SortChoice({ columns, sort, onSort }: SortChoiceProps) {
  return (
    <span class="row">
      <label for="sort">Sorted by</label>
      <select
        id="sort"
        value={sort?.column ?? ""}
        onChange={({ currentTarget: { value } }) => (value === "" ? setSort(null) : onSort(value))}
      >
        <option value="">import order</option>
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
  );
}
