import { type GridLayout, pinnedStyle } from "./gridGeometry.ts";
import type { GridSource } from "./gridSource.ts";
import type { Sort } from "./sort.ts";
import type { ColumnSummary } from "./useSummaries.ts";

interface GridHeadProps {
  columns: GridSource["columns"];
  layout: GridLayout;
  /** Summary of each column; empty while they are not shown. */
  summaries: readonly ColumnSummary[];
  sort: Sort | null;
  onSort: ((column: string) => void) | undefined;
}

/** Column names of a grid, which sort its rows. */
export function GridHead({ columns, layout, summaries, sort, onSort }: GridHeadProps) {
  const order = sort?.isDescending ? "descending" : "ascending";
  return (
    <div
      class="grid-row grid-head"
      role="row"
      aria-rowindex={1}
      style={{ gridTemplateColumns: layout.template }}
    >
      <div class="grid-number" aria-hidden="true" />
      {columns.map(({ name, isNumber }, column) => (
        <div
          key={name}
          role="columnheader"
          aria-colindex={column + 1}
          aria-sort={sort?.column === name ? order : undefined}
          title={[name, summaries[column]?.words, onSort && "press to sort"].filter(Boolean).join("; ")}
          class={`${isNumber ? "number" : ""} ${onSort ? "sortable" : ""} ${column < layout.pinned ? "pinned" : ""}`}
          style={pinnedStyle(layout, column)}
          onClick={() => onSort?.(name)}
        >
          {sort?.column === name && (sort.isDescending ? "↓ " : "↑ ")}
          {name}
        </div>
      ))}
    </div>
  );
}

/** Histograms of the columns of a grid, or short texts instead. */
export function GridSummaries({
  columns,
  layout,
  summaries,
}: Pick<GridHeadProps, "columns" | "layout" | "summaries">) {
  if (summaries.length === 0) return null;
  return (
    <div
      class="grid-row grid-summary"
      role="presentation"
      aria-hidden="true"
      style={{ gridTemplateColumns: layout.template }}
    >
      <div class="grid-number" />
      {columns.map(({ name }, column) => (
        <div
          key={name}
          class={column < layout.pinned ? "pinned" : ""}
          style={pinnedStyle(layout, column)}
          title={summaries[column]?.words}
        >
          {summaries[column]?.bins ? (
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <path d={summaries[column].bars} />
            </svg>
          ) : (
            summaries[column]?.label
          )}
        </div>
      ))}
    </div>
  );
}
