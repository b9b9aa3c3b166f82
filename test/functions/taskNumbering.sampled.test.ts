import { beforeAll, describe, expect, it } from "vitest";
import { connect } from "#client/connect.ts";
import { readDesigns } from "#client/orderList/design.ts";
import { orderRows } from "#client/orderList/orderRows.ts";
import { designsNumbering, writtenNumbering } from "#client/referenceNumbering.ts";
import type { Task } from "#client/taskHandle.ts";
import { byNight } from "#test/support/byNight.ts";
import {
  type DesignLab,
  generator,
  likelihood,
  runDesignTask,
  runTask,
  score,
  type Trained,
} from "#test/support/designLab.ts";
import { request } from "#test/support/http.ts";
import { type Lab, sharedPlatform } from "#test/support/lab.ts";
import { analysis, labWithVariants, REFERENCE } from "#test/support/taskLab.ts";

/** Residue numbers that start at 24 and omit 30 to 34. */
const POSITIONS = [...REFERENCE].map((_, index) => (index < 6 ? 24 + index : 29 + index));
const NUMBERING = { first_position: null, positions: POSITIONS };
const SENTENCE = "are numbered from 24 to 60 with gaps, as in the reference";

let lab: Lab;
let models: DesignLab;
let trained: Trained & { numbering?: unknown };

const setReferences = (references: object[]) =>
  lab.api.post(`/project:setReferences?id=${lab.projectId}`, { references });

beforeAll(async () => {
  lab = await labWithVariants(60);
  await setReferences([{ name: "mature", monomer: REFERENCE, positions: POSITIONS }]);
  trained = await runTask<Trained>(lab, "train/v2", {
    dataset: { kind: "TABLE", table: "variants" },
    reference: { monomer: REFERENCE },
    assays: [{ assay_id: "activity", scale_type: "ADDITIVE" }],
    seed: 1,
  });
  models = { lab, reference: REFERENCE, ...trained.result.models };
});

/** Names the changes in a sequence with the residue numbers of the project's reference. */
function numbered(template: string, sequence: string): string {
  return [...template]
    .flatMap((from, at) => (from === sequence[at] ? [] : [`${from}${POSITIONS[at]}${sequence[at]}`]))
    .join(";");
}

interface Section {
  title: string;
  text: string;
  table?: { rows: unknown[][] };
  chart?: object;
}

async function sectionsOf(artifactId: string): Promise<Map<string, Section>> {
  const path = `/v2/workspace/${lab.name}/data/artifact:download?id=${artifactId}&format=json`;
  const { body } = await request("GET", `${lab.regionUrl}${path}`, lab);
  return new Map((body.sections as Section[]).map((section) => [section.title, section]));
}

async function descriptionOf(table: string): Promise<string> {
  const { columns } = await lab.api.get<{
    columns: { name: string; metadata: { description: string } }[];
  }>(`/data/table:get?reference=${table}`);
  return columns.find(({ name }) => name === "mutations")?.metadata.description ?? "";
}

describe("a project with a reference numbered from 24 with a gap", () => {
  it("a training run and an analysis that are given only the sequence use its numbering", async () => {
    expect(trained.numbering).toEqual(NUMBERING);
    const { parameters } = analysis(lab) as { parameters: object };
    const analysed = await runTask<Trained>(lab, "analyze.data/v2", parameters);
    expect(analysed).toMatchObject({ numbering: NUMBERING });
    const { text, chart } = (await sectionsOf(analysed.result.report.artifact_id)).get(
      "Which positions are covered",
    ) as Section;
    expect(text).toContain(`Positions ${SENTENCE}.`);
    expect(JSON.stringify(chart)).toContain('"label":"A35"');
  });

  byNight(
    "designs, their reasons, report and order use its numbering and keep it when it changes",
    async () => {
      const { task, rows } = await runDesignTask(models, "engineer/v2", {
        generator: generator(models, { max_mutations: 1 }),
        ranker: score(models),
        num_assemblies: 6,
        seed: 1,
      });
      expect(task).toMatchObject({ numbering: NUMBERING });
      for (const { mutations, sequence, parent } of rows) expect(mutations).toBe(numbered(parent, sequence));
      for (const { mutations, reason } of rows as unknown as { mutations: string; reason: string }[]) {
        for (const code of mutations.split(";")) expect(reason).toContain(code);
      }
      expect(await descriptionOf(task.result.selected_assemblies.table)).toContain(`positions ${SENTENCE}`);
      const sections = await sectionsOf(task.result.report.artifact_id);
      const list = sections.get("Designs");
      expect(list?.text).toContain(`Positions ${SENTENCE}.`);
      expect(list?.table?.rows.map(([, mutations]) => mutations)).toEqual(
        rows.map(({ mutations }) => mutations.replaceAll(";", " ")),
      );
      const changes = sections.get("Where the designs are mutated")?.table?.rows ?? [];
      expect(rows.flatMap(({ mutations }) => mutations.split(";"))).toContain(changes[0]?.[0]);

      await setReferences([{ name: "mature", monomer: REFERENCE, first_position: 101 }]);
      const seen = await lab.api.get<Task>(`/task:get?id=${task.id}`);
      const url = sharedPlatform().platformUrl;
      const workspace = await connect({ url, token: lab.token, workspace: lab.name });
      const [numbering, written] = [await designsNumbering(workspace, seen), writtenNumbering(seen)];
      const designs = readDesigns(rows as never);
      const ordered = (options: object) =>
        orderRows(designs, { written, ...options }).map(({ mutations }) => mutations);
      expect(ordered({ numbering })).toEqual(rows.map(({ mutations }) => mutations));
      expect(ordered({})).toEqual(
        rows.map(({ parent, sequence }) =>
          numbered(parent, sequence).replace(/\d+/g, (at) => String(POSITIONS.indexOf(Number(at)) + 1)),
        ),
      );
      await setReferences([{ name: "mature", monomer: REFERENCE, positions: POSITIONS }]);
    },
  );

  byNight("designs based on a variant of the reference use the reference's numbering", async () => {
    const template = `${REFERENCE.slice(0, 9)}W${REFERENCE.slice(10)}`;
    const { rows } = await runDesignTask(models, "diversify/v2", {
      generator: generator({ ...models, reference: template }),
      ranker: likelihood({ ...models, reference: template }),
      num_assemblies: 3,
      seed: 1,
    });
    for (const { mutations, sequence } of rows) expect(mutations).toBe(numbered(template, sequence));
  });

  byNight("predictions of all substitutions use its numbering in the table and report", async () => {
    const task = await runTask<Trained>(lab, "predict/v1", {
      scorer: models.scorer,
      template: { monomer: REFERENCE },
    });
    expect(task).toMatchObject({ numbering: NUMBERING });
    const { predictions, report } = task.result as unknown as {
      predictions: { table: string };
      report: { artifact_id: string };
    };
    expect(await descriptionOf(predictions.table)).toContain(`positions ${SENTENCE}`);
    const found = await lab.api.query(
      `SELECT sequence, mutations FROM ${predictions.table} WHERE mutations <> ''`,
    );
    const rows = found.toArray() as { sequence: string; mutations: string }[];
    expect(rows).toHaveLength(19 * REFERENCE.length);
    for (const { sequence, mutations } of rows) expect(mutations).toBe(numbered(REFERENCE, sequence));
    const { text, table } = [...(await sectionsOf(report.artifact_id)).values()].find(({ title }) =>
      title.startsWith("Highest"),
    ) as Section;
    expect(text).toContain(`Positions ${SENTENCE}.`);
    expect(rows.map(({ mutations }) => mutations)).toContain(table?.rows[0]?.[0]);
  });

  it("a selection of ranked sequences counts from 1, and says so, if no reference matches them", async () => {
    const listed = [`${REFERENCE.slice(0, -1)}W`, `A${REFERENCE.slice(1)}`].map((sequence) => ({ sequence }));
    const assemblies = { kind: "MONOMER", source: { kind: "LITERAL", rows: listed } };
    const { task, rows } = await runDesignTask(models, "select/v2", {
      assemblies,
      ranker: { type: "PRE_RANKED", hit_redundancy: 2 },
      min_assemblies_to_select: 2,
      max_assemblies_to_select: 2,
    });
    expect(task).not.toHaveProperty("numbering");
    expect(rows[1]?.mutations).toBe("M1A;W32V");
    expect(await descriptionOf(task.result.selected_assemblies.table)).toContain("positions count from 1");
  });
});
