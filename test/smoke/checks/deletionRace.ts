import { expect, vi } from "vitest";
import type { WorkspaceView } from "#test/support/waitUntilReady.ts";
import { explainAnswer } from "../../../examples/explainFailure.ts";
import { loadAll } from "../loads.ts";
import { type Answer, send } from "../send.ts";
import { type Check, expectAnswer, type SmokeLab, type SmokeWorkspace, sendTo } from "../smokeTest.ts";

const ROUNDS = 3;
/** Number of concurrent clients for each of the two requests. */
const CLIENTS = 4;
/** Time for which an instance may use a cached workspace state, plus a margin, in seconds. */
const STABLE_SECONDS = 30;
const TABLE = "survivors";
/** State by the number of deletions minus the number of restores. */
const STATE_AFTER: Record<number, string> = { 0: "READY", 1: "DELETING" };

/** Checks concurrent deletions and restores. Leaves the second workspace being deleted, so it runs last. */
export const deletionRace: Check = async ({ lab, annotate }) => {
  const { second, options } = lab;
  const { files } = await loadAll(
    second,
    {
      table: TABLE,
      format: "CSV",
      columns: [{ name: "n", type: "INT64" }],
      content: { "survivors.csv": `n\n${Array.from({ length: 1000 }, (_, n) => n).join("\n")}\n` },
    },
    options.patience,
  );
  const before = await dataOf(second, files[0]?.id ?? "");
  const answers: Answer[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    answers.push(...(await race(lab)));
  }
  const state = await stateOf(lab);
  expect(state, "state after the last restore").toBe("READY");
  await expectMembersGet(lab, 200);
  expect(await dataOf(second, files[0]?.id ?? ""), "data after the deletions").toEqual(before);
  await expectClosed(lab);
  const carriedOut = answers.filter(({ status }) => status === 200).length;
  await annotate(`${answers.length} requests: ${carriedOut} carried out, the others 409`);
};

/** Sends both requests at the same time, checks that the responses match the final state, and restores a deleted workspace. */
async function race(lab: SmokeLab): Promise<Answer[]> {
  const calls = Array.from({ length: CLIENTS }, () => ["delete", "restore"] as const).flat();
  // Both must have finished before either is evaluated: a restore that is still running would come after the cleanup.
  const answers = await Promise.all(calls.map((verb) => change(lab, verb)));
  for (const [index, verb] of calls.entries()) expectDocumented(verb, answers[index] as Answer);
  const carriedOut = (wanted: string) =>
    answers.filter(({ status }, index) => status === 200 && calls[index] === wanted).length;
  // Deletions and restores can only succeed alternately, so the successful ones must be consistent with the state.
  const left = carriedOut("delete") - carriedOut("restore");
  const state = await stateOf(lab);
  expect(state, `${left} more deletions than restores were carried out, state`).toEqual(STATE_AFTER[left]);
  if (state === "DELETING") {
    expectAnswer("workspace:restore", await change(lab, "restore"), 200);
  }
  return answers;
}

function change(lab: SmokeLab, verb: "delete" | "restore") {
  const { second, staffToken, signal, options } = lab;
  const path = `/v2/workspace:${verb}?name=${second.name}`;
  return send({ method: "POST", origin: options.baseUrl, path, token: staffToken, signal });
}

function expectDocumented(verb: string, { status, json }: Answer): void {
  const isError = typeof json?.code === "string" && typeof json.detail === "string" && json.error_id;
  if (status === 200 || (status === 409 && isError)) return;
  throw new Error(`workspace:${verb} in a race: wanted HTTP 200 or 409, got ${explainAnswer(status, json)}`);
}

async function stateOf({ staff, second }: SmokeLab): Promise<string> {
  return (await staff.get<WorkspaceView>(`/v2/workspace:get?name=${second.name}`)).state;
}

/** Checks that members are informed of the deletion as soon as every instance knows of it. */
async function expectClosed(lab: SmokeLab): Promise<void> {
  expectAnswer("workspace:delete", await change(lab, "delete"), 200);
  await expectMembersGet(lab, 409);
}

/** Waits until members get this status, because every instance knows whether the workspace is being deleted. */
async function expectMembersGet({ second }: SmokeLab, status: 200 | 409): Promise<void> {
  const path = `/project:get?id=${second.projectId}`;
  const expectStatus = async (): Promise<void> => {
    second.signal.throwIfAborted();
    const answer = await sendTo(second, "GET", path);
    if (answer.status !== 200) expectAnswer(`GET ${path}`, answer, 409, "workspace_deleting");
    expect(answer.status, `what members of ${second.name} get`).toBe(status);
  };
  await vi.waitFor(expectStatus, { timeout: STABLE_SECONDS * 1000, interval: 200 });
}

async function dataOf(workspace: SmokeWorkspace, fileId: string) {
  const { api, projectId } = workspace;
  const rows = await api.query(`SELECT count(*) AS n, sum(n) AS total FROM ${TABLE}`);
  const file = await sendTo(workspace, "GET", `/data/load:downloadFile?file_id=${fileId}`);
  return {
    project: await api.get(`/project:get?id=${projectId}`),
    rows: rows.toArray().map((row) => Object.values(row).map(String)),
    file: [file.status, file.bytes.toString("utf8")],
    tables: await api.get("/data/table:list"),
  };
}
