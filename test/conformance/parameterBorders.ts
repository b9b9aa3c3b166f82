import { expect } from "vitest";
import { type Rule, rule } from "./rule.ts";
import type { Section } from "./sections.ts";
import type { Site } from "./site.ts";
import {
  type CurrentType,
  create,
  MONOMER,
  NOWHERE,
  PARAMETERS,
  type Place,
  withValue,
} from "./taskBodies.ts";

/** Valid and invalid values for one parameter. */
export interface Border {
  section: Section;
  sentence: string;
  types: CurrentType[];
  /** Parameter name, used in the row name. */
  what: string;
  place: Place;
  good: unknown[];
  bad: unknown[];
}

export const ANALYSES: CurrentType[] = ["analyze.data/v1", "analyze.data/v2"];
export const DESIGNS: CurrentType[] = ["diversify/v2", "engineer/v2"];

const badLetters = ["-", "_", "*", ".", ";", ":", "B", "X", "Z", "m", " ", "\n", "é"];

export const badSequences = ["", "A".repeat(2001), ...badLetters.map((letter) => `MK${letter}V`), 5, null];
export const levels = [
  0,
  -1.5,
  1e300,
  { reference: { monomer: MONOMER } },
  { reference: { monomer: MONOMER }, margin: -2 },
];
export const notLevels = ["1", null, [], {}, { reference: "M" }, { reference: { monomer: "x" } }, true];
export const artifactIds = {
  good: ["5", 5, "9007199254740992"],
  bad: ["", "x", 0, -1, 1.5, null, [], "1e3"],
};

const measure = { assay_id: "fitness", direction: "MINIMIZE" };

export function constraints(count: number): object[] {
  return Array(count).fill({ measure, threshold: 1 });
}

/** Returns the expected location in the 422 response for an invalid value. */
export async function locationOfRefusal(
  site: Site,
  type: CurrentType,
  place: Place,
  value: unknown,
): Promise<Place> {
  const answer = await create(site, type, withValue(PARAMETERS[type](NOWHERE), place, value));
  expect([answer.status, place, value], JSON.stringify(answer.body).slice(0, 300)).toEqual([
    422,
    place,
    value,
  ]);
  return answer.body.detail[0].loc;
}

/**
 * Returns two rows for each boundary and type. Valid parameters result in a 404, because they name resources that do not
 * exist.
 */
export function borderRules(borders: readonly Border[]): Rule[] {
  return borders.flatMap(({ section, sentence, types, what, place, good, bad }) =>
    types.flatMap((type) => [
      rule(section, sentence, `${type} takes ${what}`, async (site) => {
        for (const value of good) {
          const answer = await create(site, type, withValue(PARAMETERS[type](NOWHERE), place, value));
          expect([answer.status, value], JSON.stringify(answer.body).slice(0, 300)).toEqual([404, value]);
        }
      }),
      rule(section, sentence, `${type} takes only ${what}: anything else is a 422 there`, async (site) => {
        const expected = ["body", "parameters", ...place];
        for (const value of bad) {
          const loc = await locationOfRefusal(site, type, place, value);
          expect(loc.slice(0, expected.length)).toEqual(expected);
        }
      }),
    ]),
  );
}
