import { repeated } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { splitPair } from "../../files/importFlags.ts";
import { designCommand } from "./designCommand.ts";
import { numberOf } from "./startTask.ts";

interface Options {
  maximize?: string;
  minimize?: string;
  beat?: string;
  atLeast?: string[];
  atMost?: string[];
  exploration?: string;
}

/** Designs variants with better values of assays. */
export const engineer = designCommand<Options>(
  "engineer",
  [
    ["--maximize <assay>", "assay to maximize"],
    ["--minimize <assay>", "assay to minimize"],
    ["--beat <value>", "value to exceed; defaults to the prediction for the template"],
    ["--at-least <assay=value>", "minimum predicted value of an assay", repeated],
    ["--at-most <assay=value>", "maximum predicted value of an assay", repeated],
    ["--exploration <share>", "share of designs to learn from, 0 to 1; defaults to 0.25, for one more round"],
  ],
  ({ template, scorer }, options) => {
    if (!scorer) {
      throw new UsageError(
        `The training ${options.models} has no model of an assay: design with pdp diversify, measure, and train again.`,
      );
    }
    const constraints = [
      ...(options.atLeast ?? []).map((text) => constraintOf(text, "--at-least", "MAXIMIZE")),
      ...(options.atMost ?? []).map((text) => constraintOf(text, "--at-most", "MINIMIZE")),
    ];
    return {
      ...(constraints.length > 0 && {
        filterers: [{ kind: "SCORED_FILTERER", scorer: { kind: "MONOMER", scorer }, constraints }],
      }),
      ranker: {
        type: "SCORE_BASED",
        primary_objective: objectiveOf(options, template),
        scorer_config: { kind: "MONOMER_SCORER", scorer },
        ...(options.exploration !== undefined && {
          exploration: numberOf(options.exploration, "--exploration"),
        }),
      },
    };
  },
);

function objectiveOf({ maximize, minimize, beat }: Options, template: string) {
  if ((maximize === undefined) === (minimize === undefined)) {
    throw new UsageError("Name the assay to improve: --maximize ASSAY or --minimize ASSAY.");
  }
  const direction = maximize === undefined ? "MINIMIZE" : "MAXIMIZE";
  return {
    measure: { assay_id: maximize ?? minimize, direction },
    reference: beat === undefined ? { reference: { monomer: template } } : numberOf(beat, "--beat"),
  };
}

function constraintOf(text: string, option: string, direction: string) {
  const [assay_id, value] = splitPair(text, option);
  return { measure: { assay_id, direction }, threshold: numberOf(value, option) };
}
