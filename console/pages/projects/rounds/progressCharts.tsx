import { useState } from "preact/hooks";
import { readRankedValues } from "#client/rounds/rankedValues.ts";
import { roundGains } from "#client/rounds/roundGains.ts";
import {
  type AssayProgress,
  NOT_IN_A_ROUND,
  onlyValue,
  rankingOf,
  roundProgress,
  shareWords,
  whenWords,
} from "#client/rounds/roundProgress.ts";
import { useWorkspace } from "../../../lab.ts";
import { SelectField } from "../../../parts/form.tsx";
import { formatValue, plural } from "../../../parts/format.ts";
import { Reading } from "../../../parts/reading.tsx";
import { ChartView } from "../../../plots/chartView.tsx";
import { OneValue } from "../../../plots/oneValue.tsx";
import { useResource } from "../../../resource.ts";
import { GainsChart } from "./gainsChart.tsx";
import type { ProjectRounds, Summary } from "./readRounds.ts";

type Assay = Summary["assays"][number];

interface ProgressChartsProps {
  projectId: string;
  projectRounds: ProjectRounds;
}

/** The best value so far and the hit rate of one assay of a project: by round, as charts, or in words if there is one round. */
export function ProgressCharts({ projectId, projectRounds }: ProgressChartsProps) {
  const assays = projectRounds.summary.assays.filter(({ problem }) => problem === null);
  const [chosenAssay, ask] = useState("");
  const assay = assays.find(({ assay_id }) => assay_id === chosenAssay) ?? assays[0];
  if (!assay) return null;
  const ranking = rankingOf(assay.direction, assay.target);
  return (
    <>
      {assays.length > 1 && (
        <SelectField
          id="progress-assay"
          label="Assay"
          value={assay.assay_id}
          options={Object.fromEntries(assays.map(({ assay_id, name }) => [assay_id, name ?? assay_id]))}
          onChange={ask}
        />
      )}
      {ranking === null ? (
        <p class="small muted">
          The target of {nameOf(assay)} is the prediction for a sequence, so no measured value is known to be
          the best.
        </p>
      ) : (
        <OneAssay key={assay.assay_id} projectId={projectId} projectRounds={projectRounds} assay={assay} />
      )}
    </>
  );
}

interface OneAssayProps extends ProgressChartsProps {
  assay: Assay;
}

function OneAssay({ projectId, projectRounds, assay }: OneAssayProps) {
  const workspace = useWorkspace();
  const read = useResource(`progress of ${projectId} ${assay.assay_id} ${assay.task_id}`, async () => {
    const read = await readRankedValues(workspace, projectId, assay);
    if (read === null) return null;
    const { values, goal, isComplete } = read;
    return {
      progress: roundProgress(values, projectRounds.steps, goal),
      gains: roundGains(values, projectRounds.steps, goal),
      isComplete: isComplete && projectRounds.isComplete,
    };
  });
  return (
    <Reading of={read} label="Reading the rounds">
      {(shown) =>
        shown && shown.progress.steps.length > 0 ? (
          <>
            <Charts progress={shown.progress} assay={assay} />
            <GainsChart gains={shown.gains} name={nameOf(assay)} unit={assay.unit} />
            {!shown.isComplete && (
              <p class="small muted">The project is large, so the charts show only its latest imports.</p>
            )}
          </>
        ) : null
      }
    </Reading>
  );
}

function Charts({ progress, assay }: { progress: AssayProgress; assay: Assay }) {
  const { steps, best, hitRate, measured, wildType } = progress;
  const name = nameOf(assay);
  const inUnit = (value: number) => formatValue(value) + (assay.unit ? ` ${assay.unit}` : "");
  const counts = steps
    .map((step, index) => `${plural(measured[index] ?? 0, "variant")} ${whenWords(step)}`)
    .join("; ");
  const [onlyBest, onlyRate] = [onlyValue(steps, best), onlyValue(steps, hitRate)];
  const unmeasured = "The wild type was not measured.";
  const titles = { best: `Best ${name} so far`, hits: "Variants better than the wild type" };
  return (
    <div class="chart-pair">
      {onlyBest ? (
        <OneValue
          title={titles.best}
          value={inUnit(onlyBest.value)}
          note={`${onlyBest.step === NOT_IN_A_ROUND ? "The imports are not in a round." : `Measured in ${onlyBest.step}.`} ${wildType === null ? unmeasured : `The wild type has ${inUnit(wildType)}.`} A chart appears once another round is measured.`}
        />
      ) : (
        <ChartView
          title={titles.best}
          chart={{
            kind: "curve",
            x: "round",
            y: assay.unit ? `${name} (${assay.unit})` : name,
            steps,
            series: [{ name: "Best so far", values: best }],
            baseline: wildType === null ? null : { name: "wild type", value: wildType },
            isFromZero: false,
          }}
          note={
            wildType === null ? unmeasured : `The dashed line is the wild type, ${formatValue(wildType)}.`
          }
        />
      )}
      {wildType !== null &&
        (onlyRate ? (
          <OneValue title={titles.hits} value={shareWords(onlyRate.value)} note={`Measured: ${counts}.`} />
        ) : (
          <ChartView
            title={titles.hits}
            chart={{
              kind: "curve",
              x: "round",
              y: "% of the variants measured",
              steps,
              series: [{ name: "Hit rate in %", values: hitRate }],
              baseline: null,
              isFromZero: true,
            }}
            note={`Measured: ${counts}.`}
          />
        ))}
    </div>
  );
}

function nameOf({ name, assay_id: id }: Assay): string {
  return name ?? id;
}
