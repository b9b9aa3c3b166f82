import { expect, it } from "vitest";
import { connect } from "#client/connect.ts";
import type { Task } from "#client/taskHandle.ts";
import { readAppearances } from "#console/pages/variant/readAppearances.ts";
import { sharedLab, sharedPlatform, startCsvLoad } from "../support/lab.ts";

const COLUMNS = [
  { name: "sequence", type: "STRING" },
  { name: "activity_mean", type: "FLOAT64" },
  { name: "activity_sd", type: "FLOAT64" },
];
const PASTED_OFTEN = "MKTAV,1,0.5\n".repeat(20);

it("a variant is found in predictions even if another sequence was pasted into them many times", async () => {
  const lab = await sharedLab();
  const csv = `sequence,activity_mean,activity_sd\n${PASTED_OFTEN}MKTAY,2,0.5\n`;
  await lab.api.settled(await startCsvLoad(lab, "predicted", COLUMNS, csv));
  const workspace = await connect({
    url: sharedPlatform().platformUrl,
    workspace: lab.name,
    token: lab.token,
  });
  const task = {
    id: "7",
    parameters: {},
    result: { predictions: { table: "predicted" } },
  } as unknown as Task;

  const { appearances, others } = await readAppearances(workspace, [task], "MKTAY", ["MKTAV"]);
  expect(appearances.map(({ predictions }) => predictions)).toEqual([
    [{ assay: "activity", mean: 2, sd: 0.5 }],
  ]);
  expect(Object.fromEntries(others[0]?.predictions ?? [])).toEqual({
    MKTAV: [{ assay: "activity", mean: 1, sd: 0.5 }],
    MKTAY: [{ assay: "activity", mean: 2, sd: 0.5 }],
  });
});
