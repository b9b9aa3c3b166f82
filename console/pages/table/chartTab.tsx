import { isNumber } from "@pdp/basics/columns";
import { useMemo } from "preact/hooks";
import { quoteName } from "#client/requests/sqlNames.ts";
import type { Table } from "#client/resources.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { Failure } from "../../parts/failure.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { columnsRead, MAX_ROWS_READ, readChoice } from "../../plots/rows/chartChoice.ts";
import { RowsChart } from "../../plots/rows/rowsChart.tsx";
import { selectionQuery, type ValueRange } from "../../plots/rows/selectedRows.ts";
import { address } from "../../router.ts";
import { FilterBar } from "./filterBar.tsx";
import { type Filter, type Match, rowsQuery, writeFilter } from "./rowsQuery.ts";

const NESTED = new Set(["ARRAY", "STRUCT"]);

interface ChartTabProps {
  table: Table;
  filters: readonly Filter[];
  /** Whether rows must pass all filters or only one of them. */
  match: Match;
  asOf: string | null;
}

/** Chart of the table rows that pass its filters. A selection becomes filters, or a query if filters cannot express it. */
export function ChartTab({ table, filters, match, asOf }: ChartTabProps) {
  const workspace = useWorkspace();
  const plain = table.columns.filter(({ type }) => !NESTED.has(type));
  const columns = useMemo(() => plain.map(({ name, type }) => ({ name, isNumber: isNumber(type) })), [table]);
  const choice = readChoice(address.value.searchParams, columns);
  const names = choice === null ? [] : columnsRead(choice, columns).map(quoteName);
  const rows = rowsQuery(table.reference, table.columns, filters, null, match);
  const sql =
    choice === null ? null : `SELECT ${names.join(", ")} FROM (${rows}) AS shown LIMIT ${MAX_ROWS_READ}`;
  const selectionPath = (ranges: readonly ValueRange[]) => {
    if (match === "any" && filters.length > 1) {
      // If rows need to match any filter, adding range filters would include more rows.
      const query = new URLSearchParams({ q: selectionQuery(rows, ranges) });
      if (asOf !== null) query.set("as_of", asOf);
      return `${pathIn(workspace, "sql")}?${query}`;
    }
    const bounds = ranges.flatMap(({ column, from, to }): Filter[] => [
      { column, comparison: "at-least", value: String(from) },
      { column, comparison: "at-most", value: String(to) },
    ]);
    const shown = new URLSearchParams(
      [...filters, ...bounds].map((filter) => ["where", writeFilter(filter)]),
    );
    if (asOf !== null) shown.set("as_of", asOf);
    return `${pathIn(workspace, "tables", table.reference)}?${shown}`;
  };
  const query = useQuery(sql, asOf === null ? {} : { asOf }, table.version_id);
  return (
    <>
      <FilterBar columns={plain} filters={filters} />
      <div class="content">
        {query?.error !== undefined && <Failure error={query.error} />}
        <RowsChart
          title={`Chart of ${table.reference}`}
          columns={columns}
          query={query}
          limit={MAX_ROWS_READ}
          selectionPath={selectionPath}
        />
      </div>
    </>
  );
}
