import { describe, expect, it } from "vitest";
import { type CanaryMachine, runCanary } from "#infra/canary/runCanary.ts";
import { callLocalIdp } from "#test/support/directory.ts";
import { type Lab, newLab, sharedPlatform } from "#test/support/lab.ts";

/** Creates a machine for a workspace's organization at the identity provider. */
async function machineOf({ orgId }: Lab): Promise<CanaryMachine> {
  return await callLocalIdp(sharedPlatform(), "POST", "/local/machine_clients", { organization_id: orgId });
}

describe("the canary", () => {
  it("the canary repeatedly loads, queries and undoes, and leaves no rows", async () => {
    const lab = await newLab();
    const options = {
      url: sharedPlatform().platformUrl,
      workspace: lab.name,
      machine: await machineOf(lab),
      signal: new AbortController().signal,
    };
    await runCanary(options);
    await runCanary(options);
    const { items } = await lab.api.get<{ items: { kind: string }[] }>("/data/version:list");
    expect(items.map(({ kind }) => kind)).toEqual(["LOAD", "UNDO_LOAD", "LOAD", "UNDO_LOAD"]);
    const rows = await lab.api.query("SELECT count(*) AS n FROM canary");
    expect(rows.toArray().map(({ n }) => Number(n))).toEqual([0]);
    const projects = await lab.api.get<{ items: { name: string }[] }>("/project:list");
    expect(projects.items.filter(({ name }) => name === "canary")).toHaveLength(1);
  });

  it("the canary fails with a message if its machine is not a member", async () => {
    const [lab, other] = await Promise.all([newLab(), newLab()]);
    const run = runCanary({
      url: sharedPlatform().platformUrl,
      workspace: lab.name,
      machine: await machineOf(other),
      signal: new AbortController().signal,
    });
    await expect(run).rejects.toThrow();
  });
});
