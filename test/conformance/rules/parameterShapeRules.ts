import { expect } from "vitest";
import { expectInvalid, expectRefused } from "../expectations.ts";
import { locationOfRefusal } from "../parameterBorders.ts";
import { type Rule, rule } from "../rule.ts";
import type { Section } from "../sections.ts";
import { type CurrentType, create, NOWHERE, PARAMETERS, type Place, withValue } from "../taskBodies.ts";

const TASK = "Specification: Task";
const VALUES = "Decisions: Values";
const ANALYZE_V1 =
  "`analyze.data/v1` parameters: `reference_sequence` string; `dataset` `{kind: TABLE, table: string}`; `assays` array.";
const ANALYZE_V2 =
  "`analyze.data/v2` parameters: `dataset` as above; `reference` `{monomer: string}`; `assays`.";
const TYPES =
  "task types | `analyze.data/v1`, `analyze.data/v2`, `train/v2`, `diversify/v2`, `engineer/v2` (see SCIENCE.md)";
const GENERATOR =
  "generator | `{type: MODEL_BASED, template, requirements, discourage_mutations, min_mutations (integer), max_mutations (integer), alias (string)}`";
const ENGINEER =
  "`engineer/v2` parameters: `generator` and `filterers` as in diversify; `ranker` is `{type: SCORE_BASED, primary_objective: {measure, reference: number}, constraints: [{measure, threshold}], scorer_config: {kind: MONOMER_SCORER, scorer: {artifact_id}, controls: {kind: TABLE, table}}, hit_redundancy}`; `num_assemblies` integer; `force_returning_num_assemblies` boolean, default false.";
const SELECT =
  "`select/v2` | new task type: `{assemblies: {kind: MONOMER, source}, ranker, min_assemblies_to_select, max_assemblies_to_select}`; `ranker` as in diversify or engineer, or `{type: PRE_RANKED, hit_redundancy: 3}`; result `{selected_assemblies: {table}}`";
export const PREDICT =
  "`predict/v1` predicts the assays of a scorer either for `assemblies` (as in select) or for a `template` and all its single substitutions. Its result is `{predictions: {table}, report}`. The table has `sequence`, `mutations`, `num_mutations`, `distance` (substitutions to the nearest measured variant), `extrapolates`, and `<assay>_mean` and `<assay>_sd` for each assay.";
const TASKS = "Clients: Tasks and their data";
const NO_UNKNOWN =
  "An unknown field in `parameters` results in a 422 that names it, unless its value is null. Parameters are never ignored.";
const VALIDATION =
  "request fails validation (any operation with declared parameters or body) | 422 | HTTPValidationError";

const SENTENCES: Record<CurrentType, string> = {
  "analyze.data/v1": ANALYZE_V1,
  "analyze.data/v2": ANALYZE_V2,
  "train/v2": TYPES,
  "diversify/v2": GENERATOR,
  "engineer/v2": ENGINEER,
  "select/v2": SELECT,
  "predict/v1": PREDICT,
};

const SECTIONS: Partial<Record<CurrentType, Section>> = {
  "train/v2": VALUES,
  "select/v2": "Decisions of 2026-11-26: Shapes",
  "predict/v1": "Clients: Tasks",
};

const OPTIONAL = new Set([
  "seed",
  "homologs",
  "folds",
  "include_unlike_sequences",
  "name",
  "unit",
  "scale_type",
  "requirements",
  "discourage_mutations",
  "min_mutations",
  "max_mutations",
  "primary_objective",
  "alias",
  "filterers",
  "constraints",
  "controls",
  "hit_redundancy",
  "max_mutation_frequency",
  "exploration",
  "force_returning_num_assemblies",
]);

/** Locations of all fields in an object and its nested objects. */
function locationsIn(value: unknown, here: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = [...here, Array.isArray(value) ? Number(name) : name];
    return [place, ...locationsIn(inner, place)];
  });
}

function valueAt(whole: unknown, place: Place): unknown {
  // biome-ignore lint/suspicious/noExplicitAny: any place of any parameters
  return place.reduce((value: any, key) => value[key], whole);
}

function isField(place: Place): boolean {
  return typeof place.at(-1) === "string" && !place.includes("ranges");
}

const wholeRules = (Object.keys(PARAMETERS) as CurrentType[]).flatMap((type) => {
  const whole = PARAMETERS[type](NOWHERE);
  const section = SECTIONS[type] ?? TASK;
  const fields = locationsIn(whole).filter(isField);
  const isOptional = (place: Place) =>
    OPTIONAL.has(String(place.at(-1))) || (type === "analyze.data/v1" && place.at(-1) === "assays");
  const needed = fields.filter((place) => !isOptional(place));
  const optional = fields.filter(isOptional);
  return [
    rule(
      section,
      SENTENCES[type],
      `${type} without a required field is a 422 that names it`,
      async (site) => {
        for (const place of needed) {
          const { body } = await create(site, type, withValue(whole, place));
          const { input = null, ...problem } = body.detail[0];
          expect(input).toBeNull();
          expect(problem).toEqual({
            loc: ["body", "parameters", ...place],
            msg: expect.any(String),
            type: expect.any(String),
          });
        }
      },
    ),
    rule(section, SENTENCES[type], `${type} may omit every field with a default`, async (site) => {
      for (const place of optional) {
        expect([place, (await create(site, type, withValue(whole, place))).status]).toEqual([place, 404]);
      }
      // Starts at the end of the list, so that nested fields are removed before their parents.
      const least = optional.toReversed().reduce((left, place) => withValue(left, place), whole);
      expectRefused(await create(site, type, least), 404);
    }),
    rule(TASKS, NO_UNKNOWN, `${type} refuses unknown fields`, async (site) => {
      const objects = [[], ...locationsIn(whole)].filter((place) => {
        const value = valueAt(whole, place);
        // Users choose the keys of `ranges`, so any key is allowed there.
        return (
          place.at(-1) !== "ranges" && typeof value === "object" && value !== null && !Array.isArray(value)
        );
      });
      for (const place of objects) {
        const answer = await create(site, type, withValue(whole, [...place, "no_such_field"], 1));
        expectInvalid(answer, "body", "parameters", ...place, "no_such_field");
        expectRefused(await create(site, type, withValue(whole, [...place, "no_such_field"], null)), 404);
      }
    }),
    rule(
      "Specification: Errors",
      VALIDATION,
      `${type} refuses an array, text or number in place of an object`,
      async (site) => {
        const objects = [[], ...locationsIn(whole)].filter((place) => {
          const value = valueAt(whole, place);
          return typeof value === "object" && !Array.isArray(value);
        });
        for (const place of objects) {
          for (const other of [[], [{}], "x", 7]) {
            const loc = await locationOfRefusal(site, type, place, other);
            const near = ["body", "parameters", ...place].slice(0, -1);
            expect(loc.slice(0, near.length)).toEqual(near);
          }
        }
      },
    ),
  ];
});

export const parameterShapeRules: readonly Rule[] = wholeRules;
