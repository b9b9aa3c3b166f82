import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { log } from "#shared/runtime/log.ts";
import { smallDisk } from "#test/support/smallDisk.ts";
import { eventually, functionArn, startEndpoint } from "./endpoint.ts";

test("an execution that hits a full disk resumes once there is space, and repeats no step", async (context) => {
  const disk = smallDisk(4);
  if (typeof disk === "string") return context.skip(disk);
  const errors = vi.spyOn(log(), "error");
  const calls: string[] = [];
  const functions = {
    first: () => {
      calls.push("first");
      disk.fill();
      return "first done";
    },
    last: () => {
      calls.push("last");
      return "last done";
    },
  };
  const machine = {
    StartAt: "First",
    States: {
      First: { Type: "Task", Resource: functionArn("first"), Next: "Last" },
      Last: { Type: "Task", Resource: functionArn("last"), End: true },
    },
  };
  const endpoint = await startEndpoint({ work: machine }, functions, join(disk.path, "journal"));
  onTestFinished(async () => {
    errors.mockRestore();
    await endpoint.close();
    await disk.close();
  });
  const arn = await endpoint.start("work", "one");
  await eventually(() => errors.mock.calls.some(([text]) => String(text).includes("waiting for disk space")));
  expect(calls).toEqual(["first"]);
  await expect(endpoint.start("work", "two")).rejects.toThrow("database or disk is full");
  disk.free();
  expect(await endpoint.closed(arn)).toMatchObject({ status: "SUCCEEDED", output: '"last done"' });
  expect(calls).toEqual(["first", "last"]);
});
