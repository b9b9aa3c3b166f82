import { pathIn, useWorkspace } from "../../lab.ts";
import { Failure } from "../../parts/failure.tsx";
import { formatNumber } from "../../parts/format.ts";
import { Grid } from "../../parts/grid/grid.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Loading } from "../../parts/page.tsx";
import { useQuery } from "../../parts/useQuery.ts";

/** Maximum number of rows shown per table. */
const ROWS_SHOWN = 8;

interface FoundRowsProps {
  reference: string;
  sql: string;
  /** Number of rows that match the search. */
  count: number;
  /** Page that shows all matching rows. */
  sqlPath: string;
}

/** Rows of one table that match a search. */
export function FoundRows({ reference, sql, count, sqlPath }: FoundRowsProps) {
  const workspace = useWorkspace();
  const query = useQuery(`${sql} LIMIT ${ROWS_SHOWN}`, {}, null);
  return (
    <section class="card" aria-label={reference}>
      <header>
        <h2>
          <a class="with-icon" href={pathIn(workspace, "tables", reference)}>
            <Icon name="tables" />
            {reference}
          </a>
        </h2>
        <span class="muted">
          {formatNumber(count)} {count === 1 ? "row" : "rows"}
        </span>
        <a class="button small" href={sqlPath}>
          Open in SQL
        </a>
      </header>
      {query?.error !== undefined ? (
        <div class="body">
          <Failure error={query.error} retry={false} />
        </div>
      ) : query && query.rows.columns.length > 0 ? (
        <div class="found-rows" style={{ height: `${(Math.min(count, ROWS_SHOWN) + 1) * 28 + 14}px` }}>
          <Grid label={`Rows of ${reference}`} rows={query.rows} count={query.count} />
        </div>
      ) : (
        <div class="body">
          <Loading label="Reading rows" />
        </div>
      )}
    </section>
  );
}
