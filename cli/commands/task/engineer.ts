import { assemblyOf } from "@pdp/basics/proteins";
import { kindOf } from "#client/requests/assembly.ts";
import { type PositionRange, readPositions } from "#client/requests/positions.ts";
import { repeated } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { splitPair } from "../../files/importFlags.ts";
import { designCommand } from "./designCommand.ts";
import { numberOf } from "./startTask.ts";

interface Options {
  maximize?: string[];
  minimize?: string[];
  target?: string[];
  weight?: string[];
  beat?: string;
  atLeast?: string[];
  atMost?: string[];
  exploration?: string;
  library?: string;
  libraryPositions?: string;
  libraryMaxPositions?: string;
  librarySize?: string;
  cost?: string[];
}

/** Designs variants with improved assay values. */
export const engineer = designCommand<Options>(
  "engineer",
  [
    ["--maximize <assay>", "assay to maximize; repeat for several objectives", repeated],
    ["--minimize <assay>", "assay to minimize", repeated],
    ["--target <assay=value>", "target value of an assay", repeated],
    ["--weight <assay=number>", "weight of an objective. Defaults to 1", repeated],
    [
      "--beat <value>",
      "value that the first objective must exceed; defaults to the template's predicted value",
    ],
    ["--at-least <assay=value>", "minimum predicted value of an assay", repeated],
    ["--at-most <assay=value>", "maximum predicted value of an assay", repeated],
    ["--exploration <share>", "fraction of designs chosen for learning, 0 to 1; defaults to 0.25"],
    ["--library <codons>", "also choose a degenerate library: NNK, NDT, 22C, another IUPAC codon, or any"],
    ["--library-positions <positions>", "positions of the library; by default the model chooses them"],
    ["--library-max-positions <number>", "maximum positions of the library; defaults to 4"],
    ["--library-size <number>", "maximum combinations of codons; defaults to 3,000"],
    [
      "--cost <kind=number>",
      "cost of a well, library or gene, to compare the library with designs",
      repeated,
    ],
  ],
  ({ template, numbering, scorer }, options) => {
    if (!scorer) {
      throw new UsageError(
        `Training ${options.models} produced no assay model. Design variants with pdp diversify, measure them, and train again.`,
      );
    }
    const constraints = [
      ...(options.atLeast ?? []).map((text) => constraintOf(text, "--at-least", "MAXIMIZE")),
      ...(options.atMost ?? []).map((text) => constraintOf(text, "--at-most", "MINIMIZE")),
    ];
    return {
      ...(constraints.length > 0 && {
        filterers: [{ kind: "SCORED_FILTERER", scorer: { kind: kindOf(template), scorer }, constraints }],
      }),
      ranker: {
        type: "SCORE_BASED",
        ...objectivesOf(options, template),
        scorer_config: { kind: `${kindOf(template)}_SCORER`, scorer },
        ...(options.exploration !== undefined && {
          exploration: numberOf(options.exploration, "--exploration"),
        }),
      },
      ...libraryOf(options, (text) => readPositions(text, template, numbering)),
    };
  },
);

function objectivesOf(
  { maximize = [], minimize = [], target = [], weight = [], beat }: Options,
  template: string,
) {
  const level = { reference: assemblyOf(template) };
  const weights = new Map(weight.map((text) => assayValue(text, "--weight")));
  const objectives = [
    ...maximize.map((assay_id) => ({ measure: { assay_id, direction: "MAXIMIZE" }, reference: level })),
    ...minimize.map((assay_id) => ({ measure: { assay_id, direction: "MINIMIZE" }, reference: level })),
    ...target.map((text) => {
      const [assay_id, value] = assayValue(text, "--target");
      return { measure: { assay_id, direction: "TARGET" }, reference: value };
    }),
  ].map((objective) => {
    const share = weights.get(objective.measure.assay_id);
    return share === undefined ? objective : { ...objective, weight: share };
  });
  const [first, ...secondary] = objectives;
  if (first === undefined) {
    throw new UsageError("Specify an objective: --maximize ASSAY, --minimize ASSAY or --target ASSAY=VALUE.");
  }
  const ids = objectives.map(({ measure }) => measure.assay_id);
  const unknown = [...weights.keys()].find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    throw new UsageError(
      `--weight names "${unknown}", which is not an objective. The objectives are ${ids.join(", ")}.`,
    );
  }
  if (beat !== undefined && first.measure.direction === "TARGET") {
    throw new UsageError("--beat does not apply to a target. Set the value with --target ASSAY=VALUE.");
  }
  return {
    primary_objective: beat === undefined ? first : { ...first, reference: numberOf(beat, "--beat") },
    ...(secondary.length > 0 && { secondary_objectives: secondary }),
  };
}

function libraryOf(
  { library, libraryPositions, libraryMaxPositions, librarySize, cost }: Options,
  readRanges: (text: string) => PositionRange[],
) {
  const stated = [libraryPositions, libraryMaxPositions, librarySize, cost];
  if (library === undefined) {
    if (stated.every((option) => option === undefined)) return {};
    throw new UsageError("Options of a library require its codons, such as --library NNK.");
  }
  const number = (name: string, text: string | undefined, option: string) =>
    text === undefined ? {} : { [name]: numberOf(text, option) };
  return {
    library: {
      codons: library.toUpperCase(),
      ...(libraryPositions !== undefined && {
        positions: readRanges(libraryPositions).flatMap(([from, to]) =>
          Array.from({ length: to - from }, (_, index) => from + index),
        ),
      }),
      ...number("max_positions", libraryMaxPositions, "--library-max-positions"),
      ...number("max_size", librarySize, "--library-size"),
      ...(cost && { costs: Object.fromEntries(cost.map((text) => assayValue(text, "--cost"))) }),
    },
  };
}

function assayValue(text: string, option: string): [string, number] {
  const [assay_id, value] = splitPair(text, option);
  return [assay_id, numberOf(value, option)];
}

function constraintOf(text: string, option: string, direction: string) {
  const [assay_id, threshold] = assayValue(text, option);
  return { measure: { assay_id, direction }, threshold };
}
