import { useMemo } from "preact/hooks";
import { useWorkspace } from "../../../lab.ts";
import { DataTable } from "../../../parts/dataTable.tsx";
import { formatNumber, formatValue, formatWithDeviation } from "../../../parts/format.ts";
import { ChartView } from "../../../plots/chartView.tsx";
import { variantPath } from "../../../plots/variantPath.ts";
import type { MeasuredVariant } from "../../table/heatmap/substitutions.ts";
import type { Predictions } from "./readPredictions.ts";

/** Maximum number of predictions listed. */
const MAX_LISTED = 100;
/** Minimum number of measured sequences required to chart them. */
const MIN_COMPARED = 3;

interface PredictionListProps {
  results: Predictions;
  assay: string;
  measured: readonly MeasuredVariant[];
  /** True if lower values are better, in which case they are listed first. */
  isLowerBetter: boolean;
}

/** List of predictions, best first, with the measured values, and a chart of both. */
export function PredictionList(props: PredictionListProps) {
  const { results, assay, measured, isLowerBetter } = props;
  const workspace = useWorkspace();
  const lines = useMemo(() => predictionLines(props), [results, assay, measured, isLowerBetter]);
  const compared = lines.flatMap(({ mean, value, name, sequence }) =>
    value === null ? [] : [{ x: value, y: mean, name, group: null, href: variantPath(workspace, sequence) }],
  );
  return (
    <>
      {compared.length >= MIN_COMPARED && (
        <ChartView
          title="Predicted against measured"
          chart={{
            kind: "scatter",
            x: `${assay}, measured`,
            y: `${assay}, predicted`,
            points: compared,
            guide: "diagonal",
          }}
          note="The model was trained on these measurements, so they say little about its predictions for new variants. See its cross-validation for these."
        />
      )}
      <section class="card scroll" aria-labelledby="prediction-list">
        <header>
          <h2 id="prediction-list">Predictions</h2>
          {lines.length > MAX_LISTED && (
            <span class="small muted">
              the {isLowerBetter ? "lowest" : "highest"} {MAX_LISTED} of {formatNumber(lines.length)}
            </span>
          )}
        </header>
        <LinesTable lines={lines.slice(0, MAX_LISTED)} assay={assay} />
      </section>
    </>
  );
}

/** Returns the predictions for an assay, best first, with the measured value of each sequence. */
function predictionLines({ results, assay, measured, isLowerBetter }: PredictionListProps) {
  const values = new Map(measured.map(({ sequence, value }) => [sequence, value]));
  return results.sequences
    .flatMap(({ sequence, mutations, extrapolates, predictions }) =>
      predictions
        .filter((prediction) => prediction.assay === assay)
        .map(({ mean, sd }) => ({
          ...{ sequence, mean, sd, extrapolates },
          name: nameOf(mutations, sequence),
          value: values.get(sequence) ?? null,
        })),
    )
    .sort((a, b) => (isLowerBetter ? a.mean - b.mean : b.mean - a.mean));
}

function LinesTable({ lines, assay }: { lines: ReturnType<typeof predictionLines>; assay: string }) {
  const workspace = useWorkspace();
  return (
    <DataTable
      columns={[
        "Variant",
        { label: `${assay}, predicted`, as: "number" },
        { label: `${assay}, measured`, as: "number" },
        "Remark",
      ]}
    >
      {lines.map(({ sequence, name, mean, sd, value, extrapolates }) => (
        <tr key={sequence}>
          <th scope="row">
            <a href={variantPath(workspace, sequence)}>{name}</a>
          </th>
          <td class="number whole">{formatWithDeviation(mean, sd)}</td>
          <td class="number">{value === null ? "–" : formatValue(value)}</td>
          <td>{extrapolates ? "unlike the measured variants: less certain" : ""}</td>
        </tr>
      ))}
    </DataTable>
  );
}

function nameOf(mutations: string | null, sequence: string): string {
  if (mutations === "") return "the reference";
  return mutations?.replaceAll(";", " ") ?? `${sequence.slice(0, 12)}…`;
}
