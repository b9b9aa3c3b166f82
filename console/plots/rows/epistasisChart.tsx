import { quantiles } from "@pdp/basics/statistics";
import { useMemo } from "preact/hooks";
import { proposeScale } from "../../parts/proposeScale.ts";
import { ChartView } from "../chartView.tsx";
import { type ChartChoice, nameColumn, sequenceColumn } from "./chartChoice.ts";
import { missingWords, type Rows, readCells } from "./chartOfRows.ts";
import { type Combination, epistasisOfRows, type VariantValue } from "./epistasisOfRows.ts";
import type { FurtherChartProps } from "./furtherChartProps.ts";

/** Chart that compares the variants that have several mutations with their single mutants. */
export function EpistasisChart({ title, rows, choice, note, pathOf }: FurtherChartProps) {
  const epistasis = useMemo(() => chartOf(rows, choice, pathOf), [rows, choice]);
  return <ChartView title={title} chart={epistasis.chart} note={`${note}${epistasis.note}`} />;
}

function chartOf(rows: Rows, choice: ChartChoice, pathOf: (sequence: string) => string) {
  const { columnAt, numberAt, textAt } = readCells(rows);
  const [y, name] = [columnAt(choice.y), columnAt(nameColumn(rows.columns))];
  const sequence = columnAt(sequenceColumn(rows.columns));
  const values = Array.from({ length: rows.count }, (_, row) => row).flatMap((row): VariantValue[] => {
    const [value, protein] = [numberAt(row, y), textAt(row, sequence)];
    if (value === null || !protein) return [];
    return [{ sequence: protein, name: textAt(row, name) || `row ${row + 1}`, value }];
  });
  const combination = choice.combination ?? usualCombination(values.map(({ value }) => value));
  const { chart, note } = epistasisOfRows(values, choice.y, combination, pathOf);
  return { chart, note: `${note} ${missingWords(rows.count - values.length)}`.trim() };
}

/** Proposes to multiply ratios if the values suit a comparison by ratios. */
function usualCombination(values: readonly number[]): Combination {
  const [minimum = 0, median = 0, maximum = 0] = values.length > 0 ? quantiles(values, [0, 0.5, 1]) : [];
  return proposeScale({ minimum, median, maximum }) === "MULTIPLICATIVE" ? "product" : "sum";
}
