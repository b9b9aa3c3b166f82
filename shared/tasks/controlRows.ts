import { cutText, formatCount } from "@pdp/basics/wording";
import { assayName } from "@pdp/science/analysis";
import {
  type DescribeOptions,
  type DesignRow,
  designKey,
  designRows,
  indelFrame,
  inFrame,
  measuredIndels,
} from "@pdp/science/designs";
import { affordableAlignments, isSameShape, residueLetters } from "@pdp/science/sequences";
import type { Assay } from "#shared/domain/tasks/assay.ts";
import { withUnit } from "#shared/reports/charts/chart.ts";
import type { ReportSection } from "#shared/reports/report.ts";
import { indicesOfLength } from "./models.ts";

const MAX_CONTROLS = 50;
const MAX_NAME_LENGTH = 80;
/**
 * Maximum number of pairs of positions that are compared to align controls of another length; comparing them takes about two
 * seconds.
 */
const MAX_COMPARED_PAIRS = 5e7;

/** Known sequences, described in the same way as designs. */
export interface Controls {
  rows: DesignRow[];
  /** Number of omitted controls: the models cannot predict them, or they exceed the number that a report shows. */
  omitted: number;
}

export interface ControlTools extends DescribeOptions {
  /** Returns whether all models can predict a sequence. */
  fits: (sequence: string) => boolean;
}

/** Describes the first 50 controls that the models can predict, including those with measured insertions and deletions. */
export function controlRows(controls: readonly string[], tools: ControlTools): Controls {
  const { template } = tools.space;
  const known = indicesOfLength(controls, null);
  const isAffordable = affordableAlignments(known.map(residueLetters), template, MAX_COMPARED_PAIRS);
  const described = known
    .filter((_, index) => isAffordable(index))
    .flatMap((sequence) => describeControl(sequence, template, tools))
    .slice(0, MAX_CONTROLS);
  const densities = new Map(described.map(({ sequence, density }) => [designKey(sequence), density]));
  const rows = designRows(
    described.map(({ sequence }) => ({ sequence, constraintProbability: null, passes: true })),
    { ...tools, density: (design) => densities.get(designKey(design)) ?? tools.sampler.logDensity(design) },
  );
  return { rows, omitted: controls.length - rows.length };
}

interface DescribedControl {
  sequence: Uint8Array;
  density: number;
}

/** Returns a control with its density among sequences of its length; empty if the models cannot predict it. */
function describeControl(
  sequence: Uint8Array,
  template: Uint8Array,
  { sampler, fits }: ControlTools,
): DescribedControl[] {
  if (isSameShape(sequence, template)) return [{ sequence, density: sampler.logDensity(sequence) }];
  const letters = residueLetters(sequence);
  if (!fits(letters)) return [];
  const [indels] = measuredIndels([letters], template);
  if (indels === undefined) return [];
  return [{ sequence, density: inFrame(sampler, indelFrame(template, indels)).logDensity(sequence) }];
}

/** Shows the predictions for known sequences, for comparison with those for the designs. */
export function controlSection({ rows, omitted }: Controls, assays: readonly Assay[]): ReportSection {
  const left =
    omitted === 0
      ? ""
      : ` ${formatCount(omitted, "control")} ${omitted === 1 ? "is" : "are"} missing: the models cannot predict a length or a residue, or there are more than ${MAX_CONTROLS}.`;
  return {
    title: "Controls",
    text: `Model predictions for the known sequences given as controls, with the same measure as for the designs. They are named by their mutations relative to the template.${left}`,
    table: {
      columns: [
        { title: "Control", kind: "sequence" },
        { title: "Mutations", kind: "integer" },
        { title: "Log-likelihood", kind: "number" },
        ...assays.map((assay) => ({
          title: withUnit(`Predicted ${assayName(assay)}`, assay.unit),
          kind: "number" as const,
        })),
      ],
      rows: rows.map((row) => [
        cutText(row.mutations.replaceAll(";", " ") || "template", MAX_NAME_LENGTH),
        row.num_mutations,
        row.log_likelihood,
        ...assays.map(({ assay_id }) => row.predictions[assay_id]?.mean ?? null),
      ]),
    },
  };
}
