import { expect, it } from "vitest";
import { connect } from "#client/connect.ts";
import { chosenRound, NEW_ROUND } from "#console/pages/rounds/chosenRound.ts";
import { sharedLab, sharedPlatform } from "#test/support/lab.ts";

it("a new round of the console is used again until something is in it", async () => {
  const lab = await sharedLab();
  const { id: project } = await lab.api.post<{ id: string }>("/project:create", { name: "new-rounds" });
  const workspace = await connect({
    url: sharedPlatform().platformUrl,
    token: lab.token,
    workspace: lab.name,
  });
  const next = () => chosenRound(workspace, project, NEW_ROUND, "DESIGN");
  const first = await next();
  expect(await next()).toBe(first);
  await lab.api.post("/data/load:create", {
    context: { kind: "ROUND", round_id: first },
    tables: { in_new_round: { columns: [{ name: "n", type: "INT64" }], format: "CSV" } },
  });
  const second = await next();
  expect(second).not.toBe(first);
  await lab.api.post(`/round:archive?id=${second}`);
  expect([first, second]).not.toContain(await next());
});
