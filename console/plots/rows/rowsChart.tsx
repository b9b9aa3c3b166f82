import { useMemo, useState } from "preact/hooks";
import { useWorkspace } from "../../lab.ts";
import { Select } from "../../parts/form.tsx";
import { formatNumber } from "../../parts/format.ts";
import { Loading } from "../../parts/page.tsx";
import type { RunningQuery } from "../../parts/useQuery.ts";
import { address, setQuery } from "../../router.ts";
import type { Selection } from "../chart.ts";
import { ChartView } from "../chartView.tsx";
import { variantPath } from "../variantPath.ts";
import {
  type ChartChoice,
  type ChartColumn,
  GUIDES,
  groupColumns,
  kindsOf,
  readChoice,
  valueColumns,
} from "./chartChoice.ts";
import { chartOfRows } from "./chartOfRows.ts";
import { rangeWords, selectedRanges, type ValueRange } from "./selectedRows.ts";

interface RowsChartProps {
  title: string;
  /** Selectable columns. */
  columns: readonly ChartColumn[];
  /** Rows with the selected columns; null until they are known. */
  query: RunningQuery | null;
  /** Maximum number of rows that the query returns; undefined if it returns all. */
  limit?: number;
  /** Page with the rows in the selected ranges. */
  selectionPath: (ranges: readonly ValueRange[]) => string;
}

/** Chart of the rows in a table or result. The URL specifies what it shows. */
export function RowsChart({ title, columns, query, limit, selectionPath }: RowsChartProps) {
  const workspace = useWorkspace();
  const choice = readChoice(address.value.searchParams, columns);
  const [selected, setSelected] = useState<{ of: string; ranges: ValueRange[] } | null>(null);
  const key = JSON.stringify(choice);
  const isRead = query?.isDone === true && query.error === undefined;
  const shown = useMemo(
    () =>
      isRead && choice !== null
        ? chartOfRows(query.rows, choice, (sequence) => variantPath(workspace, sequence))
        : null,
    [isRead, query?.rows, key],
  );
  if (choice === null) return <p>A chart needs a column of numbers, and there is none here.</p>;
  const beyondLimit =
    limit !== undefined && query?.count === limit
      ? `Only the first ${formatNumber(limit)} rows are read: filter to see others. `
      : "";
  const ranges = selected?.of === key ? selected.ranges : [];
  const select = (selection: Selection) =>
    setSelected({
      of: key,
      ranges: selectedRanges(selection, { x: choice.x || null, y: choice.y || null }),
    });
  return (
    <>
      <Choices choice={choice} columns={columns} />
      {!shown && query?.error === undefined && <Loading label="Reading rows" />}
      {shown && (
        <ChartView
          title={title}
          chart={shown.chart}
          note={`${beyondLimit}${shown.note}`}
          {...(choice.kind !== "plate" && { onSelect: select })}
        >
          {ranges.length > 0 && (
            <p class="row" role="status">
              <a class="button" href={selectionPath(ranges)}>
                Show the selected rows
              </a>
              <span>{rangeWords(ranges)}</span>
              <button type="button" class="small" onClick={() => setSelected(null)}>
                Clear the selection
              </button>
            </p>
          )}
        </ChartView>
      )}
    </>
  );
}

function Choices({ choice, columns }: { choice: ChartChoice; columns: readonly ChartColumn[] }) {
  const values = named(valueColumns(columns));
  const groups = named(groupColumns(columns));
  const choose = (name: string) => (value: string) => setQuery({ [name]: value || null }, { replace: true });
  const select = (id: string, label: string, value: string, options: Record<string, string>) => (
    <span class="row">
      <label for={`chart-${id}`}>{label}</label>
      <Select id={`chart-${id}`} value={value} options={options} onChange={choose(id)} />
    </span>
  );
  return (
    <div class="row">
      {select("chart", "Chart", choice.kind, kindsOf(columns))}
      {(choice.kind === "scatter" || choice.kind === "histogram") &&
        select("x", choice.kind === "histogram" ? "Values" : "Across", choice.x, values)}
      {choice.kind !== "histogram" &&
        select("y", choice.kind === "scatter" ? "Up" : "Values", choice.y, values)}
      {choice.kind === "box" && select("by", "Groups", choice.by, groups)}
      {choice.kind === "scatter" && select("by", "Colour", choice.by, { "": "one colour", ...groups })}
      {choice.kind === "scatter" && select("guide", "Line", choice.guide, GUIDES)}
    </div>
  );
}

function named(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, name]));
}
