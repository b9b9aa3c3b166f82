import { pathIn, useWorkspace } from "../../lab.ts";
import { Grid } from "../../parts/grid/grid.tsx";
import type { RunningQuery } from "../../parts/useQuery.ts";
import { RowsChart } from "../../plots/rows/rowsChart.tsx";
import { selectionQuery } from "../../plots/rows/selectedRows.ts";
import { address } from "../../router.ts";

/** Result of a query: its rows or a chart of them, depending on the URL. */
export function SqlResult({ sql, query }: { sql: string; query: RunningQuery }) {
  const workspace = useWorkspace();
  const isChart = address.value.searchParams.get("view") === "chart";
  const pathTo = (view: "chart" | null) => {
    const next = new URL(address.value);
    if (view === null) next.searchParams.delete("view");
    else next.searchParams.set("view", view);
    return next.pathname + next.search;
  };
  return (
    <div class="result-views">
      <nav class="tabs" aria-label="Result">
        <a href={pathTo(null)} aria-current={isChart ? undefined : "page"}>
          Rows
        </a>
        <a href={pathTo("chart")} aria-current={isChart ? "page" : undefined}>
          Chart
        </a>
      </nav>
      {isChart ? (
        <div class="content">
          <RowsChart
            title="Chart of the result"
            columns={query.rows.columns}
            query={query}
            selectionPath={(ranges) => {
              const asOf = address.value.searchParams.get("as_of");
              const q = selectionQuery(sql, ranges);
              return `${pathIn(workspace, "sql")}?${new URLSearchParams({ q, ...(asOf && { as_of: asOf }) })}`;
            }}
          />
        </div>
      ) : (
        <Grid label="Result" rows={query.rows} count={query.count} />
      )}
    </div>
  );
}
