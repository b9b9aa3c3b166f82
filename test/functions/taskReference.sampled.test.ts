import { createRandom } from "@pdp/basics/statistics";
import { expect, it } from "vitest";
import { byNight } from "#test/support/byNight.ts";
import { newLab, startCsvLoad } from "#test/support/lab.ts";
import { analysis, type TaskView, waitForTask } from "#test/support/taskLab.ts";

const COLUMNS = [
  { name: "sequence", type: "STRING" },
  { name: "activity", type: "FLOAT64" },
];

byNight(
  "an analysis accepts any sequence in a library as its reference, even if the others are dissimilar",
  async () => {
    const random = createRandom("library");
    const letters = "ACDEFGHIKLMNPQRSTVWY";
    const sequence = () => Array.from({ length: 32 }, () => letters[random.integer(20)]).join("");
    const library = Array.from({ length: 60 }, sequence);
    const lab = await newLab();
    const csv = `sequence,activity\n${library.map((one, row) => `${one},${row / 10}`).join("\n")}\n`;
    const load = await startCsvLoad(lab, "variants", COLUMNS, csv);
    expect(await lab.api.settled(load)).toMatchObject({ state: "COMPLETED", errors: [] });
    const analysed = async (monomer: string | undefined): Promise<TaskView> => {
      const wanted = analysis(lab, { reference: { monomer } });
      const { id } = await lab.api.post<TaskView>("/task/analyze.data/v2:create", wanted);
      return waitForTask(lab, id);
    };
    expect((await analysed(library[31])).errors).toEqual([]);
    expect((await analysed(sequence())).errors.join(" ")).toMatch(
      /does not match any of the sequences.*use one of the/,
    );
  },
);

it("an analysis of a table with two chains says how to choose one", async () => {
  const lab = await newLab();
  const chains = ["heavy", "light"].map((name) => ({
    name,
    type: "STRING",
    metadata: { kind: "AMINO_ACIDS" },
  }));
  const csv = "heavy,light,activity\nEVQLVESGG,DIQMTQSPS,1.5\nEVQLVESGA,DIQMTQSPA,2.5\n";
  const load = await startCsvLoad(lab, "variants", [...chains, { name: "activity", type: "FLOAT64" }], csv);
  expect(await lab.api.settled(load)).toMatchObject({ state: "COMPLETED", errors: [] });
  const dataset = { kind: "TABLE", table: "variants" };
  await expect(lab.api.post("/task/analyze.data/v2:create", analysis(lab, { dataset }))).rejects.toThrow(
    /no column "sequence".*choose it with "sequence_column": "heavy"/,
  );
});
