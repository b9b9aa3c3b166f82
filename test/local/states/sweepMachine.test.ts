import { expect, it } from "vitest";
import { readStateMachine } from "#shared/runtime/stateMachine.ts";
import { functionArn, startEndpoint } from "./endpoint.ts";

const text = readStateMachine("maintenance.asl.json");
const machine = JSON.parse(text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => functionArn(name)));

/** Returns the steps that a sweep calls, each with the key of its previous result; each step ends with its second call. */
async function callsOfSweep(isDryRun: boolean): Promise<{ status: string | undefined; calls: unknown[][] }> {
  const calls: unknown[][] = [];
  const callOf = (name: string, key: string) => (payload: Record<string, unknown>) => {
    calls.push([name, payload[key]]);
    const isSecond = payload[key] !== undefined;
    return { after: isSecond ? null : "a", ended: isSecond };
  };
  const endpoint = await startEndpoint(
    { maintenance: machine },
    {
      removeOrphanObjects: callOf("removeOrphanObjects", "sweep"),
      compressLoadedFiles: callOf("compressLoadedFiles", "compression"),
    },
  );
  try {
    const input = { work: "SWEEP", workspace_id: "1", dry_run: isDryRun, min_age_hours: 24 };
    const { status } = await endpoint.run("maintenance", input);
    return { status, calls };
  } finally {
    await endpoint.stop();
  }
}

const SWEPT = [
  ["removeOrphanObjects", undefined],
  ["removeOrphanObjects", { after: "a", ended: false }],
];

it("a sweep removes unreachable objects, and then compresses uploads until all are done", async () => {
  expect(await callsOfSweep(false)).toEqual({
    status: "SUCCEEDED",
    calls: [
      ...SWEPT,
      ["compressLoadedFiles", undefined],
      ["compressLoadedFiles", { after: "a", ended: false }],
    ],
  });
});

it("a dry run does not compress uploads", async () => {
  expect(await callsOfSweep(true)).toEqual({ status: "SUCCEEDED", calls: SWEPT });
});
