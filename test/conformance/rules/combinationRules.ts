import { expect } from "vitest";
import {
  generator,
  likelihood,
  type Row,
  runDesignTask,
  score,
  trainedLab,
} from "../../support/designLab.ts";
import { request } from "../../support/http.ts";
import { REFERENCE } from "../../support/taskLab.ts";
import { nightlyRule, type Rule, rule } from "../rule.ts";
import { storeTaskRecord } from "../stored.ts";

const TASKS = "Clients: Tasks and their data";
const SHARES =
  "In a `PARALLEL` combination, generators are searched independently, with equal shares of the evaluations. A `SEQUENTIAL` combination also prefers earlier generators: later ones only fill the slots that these leave empty.";
const LIMITS =
  "Every design satisfies the limits on mutations and the requirements of the generator in its `generator_provenance`, counted from that generator's template. A template is a design only if its `min_mutations` is 0 or an `EXPLICIT` generator lists it; a measured sequence, only if an `EXPLICIT` generator lists it.";
const ALL =
  "The default `hit_redundancy` only limits designs of `MODEL_BASED` generators. Of listed sequences and combined residues, as many as exist are selected.";

const EARLIER =
  "A task with a `SEQUENTIAL` combination that was created before `CHAINED` existed has `semantics: CHAINED`, which strict clients do not see. Its result remains. A new task with the same parameters prefers earlier generators, and its report says so.";

const LETTERS = [..."ACDEFGHIKLMNPQRSTVWY"];

/** Runs both kinds of design tasks. */
async function designs(stated: object, wanted: number, more: object = {}): Promise<Row[][]> {
  const lab = await trainedLab();
  const common = { generator: stated, num_assemblies: wanted, seed: 1 };
  const diverse = await runDesignTask(lab, "diversify/v2", { ...common, ranker: likelihood(lab) });
  const better = await runDesignTask(lab, "engineer/v2", { ...common, ranker: score(lab), ...more });
  return [diverse.rows, better.rows];
}

const combined = (type: string, ...ensemble: object[]) => ({ type, ensemble, alias: "all" });

/** All residues at one position. */
const saturation = (position: number, more: object = {}) => ({
  type: "COMBINATORIAL",
  template: { monomer: REFERENCE },
  allowed_mutations: [
    { in_range: { ranges: { monomer: [[position, position + 1]] } }, amino_acids: LETTERS },
  ],
  requirements: [],
  alias: "saturation",
  ...more,
});

const listed = (sequences: readonly string[]) => ({
  type: "EXPLICIT",
  source: { kind: "MONOMER", source: { kind: "LITERAL", rows: sequences.map((sequence) => ({ sequence })) } },
  alias: "listed",
});

async function measured(): Promise<Set<string>> {
  const { lab } = await trainedLab();
  const found = await lab.api.query("SELECT DISTINCT sequence FROM variants");
  return new Set(found.getChild("sequence").toArray() as string[]);
}

/** Counts the designs of each generator. */
function counts(rows: readonly Row[]): Record<string, number> {
  const made = rows as readonly (Row & { generator_provenance: string })[];
  return Object.fromEntries(
    [...Map.groupBy(made, (row) => row.generator_provenance)].map(([alias, own]) => [alias, own.length]),
  );
}

export const combinationRules: readonly Rule[] = [
  rule(TASKS, EARLIER, "an earlier task shows its meaning, and its parameters as sent", async (site) => {
    const own = await trainedLab();
    const generators = combined("SEQUENTIAL", saturation(4), generator(own, { alias: "wide" }));
    const parameters = { generator: generators, ranker: likelihood(own), num_assemblies: 20, seed: 1 };
    const { id } = await storeTaskRecord(site, { type: "diversify/v2", parameters });
    const earlier = await site.lab.api.get<Record<string, unknown>>(`/task:get?id=${id}`);
    expect(earlier).toMatchObject({ semantics: "CHAINED", parameters });
    expect(earlier.sequential).toBeUndefined();
    const url = `${site.lab.regionUrl}/v2/workspace/${site.lab.name}/task:get?id=${id}`;
    const strict = await request("GET", url, { ...site.lab, headers: { "api-compatibility": "strict" } });
    expect(strict.body).toMatchObject({ parameters: { generator: { type: "SEQUENTIAL", alias: "all" } } });
    expect(strict.body.semantics).toBeUndefined();
    const { task } = await runDesignTask(own, "diversify/v2", parameters);
    expect("semantics" in task).toBe(false);
    const { data } = await own.lab.api.get<{ data: { summary: string } }>(
      `/data/artifact:get?id=${task.result.report.artifact_id}`,
    );
    expect(data.summary).toMatch(
      /used in order of preference\. 20 designs: \d+ of saturation, \d+ of wide\./,
    );
  }),
  rule(TASKS, SHARES, "later generators of a SEQUENTIAL combination only fill empty slots", async () => {
    const lab = await trainedLab();
    const wide = generator(lab, { alias: "wide", min_mutations: 2, max_mutations: 3 });
    for (const rows of await designs(combined("SEQUENTIAL", saturation(4), wide), 30)) {
      expect(rows).toHaveLength(30);
      const { saturation: first = 0, wide: second = 0 } = counts(rows);
      expect(first).toBeGreaterThanOrEqual(17);
      expect(second).toBe(30 - first);
    }
    for (const rows of await designs(combined("SEQUENTIAL", wide, saturation(4)), 30))
      expect(counts(rows)).toEqual({ wide: 30 });
  }),
  rule(
    TASKS,
    LIMITS,
    "every design of a combination has the mutations that its generator allows",
    async () => {
      const lab = await trainedLab();
      const narrow = generator(lab, { alias: "narrow", max_mutations: 1 });
      const wide = generator(lab, { alias: "wide", min_mutations: 3, max_mutations: 4 });
      const known = await measured();
      for (const type of ["SEQUENTIAL", "PARALLEL", "CHAINED"]) {
        for (const rows of await designs(combined(type, narrow, wide), 20)) {
          expect(rows).toHaveLength(20);
          for (const { sequence, num_mutations, generator_provenance } of rows as (Row & {
            generator_provenance: string;
          })[]) {
            expect(generator_provenance === "narrow" ? [1] : [3, 4]).toContain(num_mutations);
            expect(known).not.toContain(sequence);
            expect(sequence).not.toBe(REFERENCE);
          }
        }
      }
    },
  ),
  nightlyRule(TASKS, LIMITS, "a template and measured sequences are designs if they are listed", async () => {
    const sequences = [REFERENCE, ...[...(await measured())].slice(0, 3)];
    for (const rows of await designs(listed(sequences), 10))
      expect(rows.map(({ sequence }) => sequence).toSorted()).toEqual(sequences.toSorted());
    const lab = await trainedLab();
    const zero = generator(lab, { min_mutations: 0, max_mutations: 1, alias: "model" });
    const [diverse = []] = await designs(zero, 20);
    expect(diverse[0]?.sequence).toBe(REFERENCE);
  }),
  rule(
    TASKS,
    ALL,
    "all listed sequences, and all unmeasured residues of a position, are selected",
    async () => {
      const known = await measured();
      const single = (letter: string, at: number) =>
        REFERENCE.slice(0, at) + letter + REFERENCE.slice(at + 1);
      const list = LETTERS.flatMap((letter) => [single(letter, 4), single(letter, 9)]).filter(
        (sequence) => sequence !== REFERENCE,
      );
      for (const rows of await designs(listed(list.slice(0, 30)), 30)) expect(rows).toHaveLength(30);
      const unmeasured = LETTERS.map((letter) => single(letter, 4)).filter(
        (sequence) => sequence !== REFERENCE && !known.has(sequence),
      );
      for (const rows of await designs(saturation(4), 19, { force_returning_num_assemblies: true }))
        expect(rows.map(({ sequence }) => sequence).toSorted()).toEqual(unmeasured.toSorted());
    },
  ),
  nightlyRule(TASKS, ALL, "a requested hit_redundancy limits listed sequences", async () => {
    const lab = await trainedLab();
    const ranker = { ...likelihood(lab), hit_redundancy: 2 };
    const parameters = { generator: saturation(4), ranker, num_assemblies: 19, seed: 1 };
    const { rows, task } = await runDesignTask(lab, "diversify/v2", parameters);
    expect(rows).toHaveLength(3);
    const { data } = await lab.lab.api.get<{ data: { summary: string } }>(
      `/data/artifact:get?id=${task.result.report.artifact_id}`,
    );
    expect(data.summary).toContain("Only 3 of the 19 requested designs were found.");
    expect(data.summary).toContain("increase hit_redundancy");
  }),
  nightlyRule(TASKS, ALL, "a task with only some of the requested designs says why", async () => {
    const lab = await trainedLab();
    const parameters = {
      generator: saturation(4),
      ranker: score(lab),
      num_assemblies: 19,
      seed: 1,
    };
    const { rows, task } = await runDesignTask(lab, "engineer/v2", parameters);
    expect(rows.length).toBeLessThan(19);
    const { data } = await lab.lab.api.get<{ data: { summary: string } }>(
      `/data/artifact:get?id=${task.result.report.artifact_id}`,
    );
    expect(data.summary).toContain(
      `Only ${rows.length} of the 19 requested designs were found. The generator allows`,
    );
  }),
];
