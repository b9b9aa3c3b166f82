import { useMemo, useState } from "preact/hooks";
import { useWorkspace } from "../../lab.ts";
import { Select } from "../../parts/form.tsx";
import { formatNumber } from "../../parts/format.ts";
import { optionsOf } from "../../parts/optionsOf.ts";
import { Loading } from "../../parts/page.tsx";
import type { RunningQuery } from "../../parts/useQuery.ts";
import { address, setQuery } from "../../router.ts";
import type { Selection } from "../chart.ts";
import { ChartView } from "../chartView.tsx";
import { variantPath } from "../variantPath.ts";
import {
  type ChartChoice,
  type ChartColumn,
  COMBINATIONS,
  GUIDES,
  groupColumns,
  kindsOf,
  readChoice,
  valueColumns,
} from "./chartChoice.ts";
import { chartOfRows } from "./chartOfRows.ts";
import { FurtherChart, furtherKind } from "./furtherChart.tsx";
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

/** Kinds of chart in which the axes are columns, so that a selection is a range of rows. */
const SELECTABLE: ReadonlySet<string> = new Set(["scatter", "histogram", "box"]);

/** Chart of the rows in a table or result. The URL specifies what it shows. */
export function RowsChart({ title, columns, query, limit, selectionPath }: RowsChartProps) {
  const workspace = useWorkspace();
  const choice = readChoice(address.value.searchParams, columns);
  const [selected, setSelected] = useState<{ of: string; ranges: ValueRange[] } | null>(null);
  const key = JSON.stringify(choice);
  const isRead = query?.isDone === true && query.error === undefined;
  const pathOf = (sequence: string) => variantPath(workspace, sequence);
  const further = choice === null ? null : furtherKind(choice.kind);
  // Charts are computed again only if the choice changes, not on every render.
  const chosen = useMemo(() => choice, [key]);
  const shown = useMemo(
    () => (isRead && chosen !== null && further === null ? chartOfRows(query.rows, chosen, pathOf) : null),
    [isRead, query?.rows, chosen],
  );
  if (choice === null) return <p>A chart requires a column of numbers, but there is none here.</p>;
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
      {!isRead && query?.error === undefined && <Loading label="Reading rows" />}
      {isRead && chosen !== null && further !== null && (
        <FurtherChart
          key={key}
          kind={further}
          title={title}
          rows={query.rows}
          choice={chosen}
          note={beyondLimit}
          pathOf={pathOf}
        />
      )}
      {shown && (
        <ChartView
          title={title}
          chart={shown.chart}
          note={`${beyondLimit}${shown.note}`}
          {...(SELECTABLE.has(choice.kind) && { onSelect: select })}
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

/** Labels for the value column, for kinds of chart that do not call it "Values". */
const VALUE_LABELS: Partial<Record<ChartChoice["kind"], string>> = { scatter: "Up", dose: "Responses" };

function Choices({ choice, columns }: { choice: ChartChoice; columns: readonly ChartColumn[] }) {
  const values = optionsOf(valueColumns(columns));
  const groups = optionsOf(groupColumns(columns));
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
      {choice.kind === "dose" && select("x", "Doses", choice.x, values)}
      {choice.kind !== "histogram" && select("y", VALUE_LABELS[choice.kind] ?? "Values", choice.y, values)}
      {choice.kind === "dose" && select("by", "Curves by", choice.by, groups)}
      {choice.kind === "epistasis" &&
        select("combine", "Mutations", choice.combination ?? "", {
          "": "as the values suggest",
          ...COMBINATIONS,
        })}
      {choice.kind === "box" && select("by", "Groups", choice.by, groups)}
      {choice.kind === "scatter" && select("by", "Color", choice.by, { "": "one color", ...groups })}
      {choice.kind === "scatter" && select("guide", "Line", choice.guide, GUIDES)}
    </div>
  );
}
