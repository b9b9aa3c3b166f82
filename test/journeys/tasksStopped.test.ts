import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { request } from "#test/support/http.ts";
import { ApiClient } from "../../examples/apiClient.ts";
import { type PlatformProcess, startPlatformProcess } from "../support/child.ts";
import { type Lab, memberToken } from "../support/lab.ts";
import { PHASES, training, untilPhase } from "../support/phases.ts";
import { ended, labWithVariants, REFERENCE, type TaskView } from "../support/taskLab.ts";

const folders: string[] = [];
const children = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function start(dataDirectory: string): Promise<PlatformProcess> {
  const running = await startPlatformProcess(dataDirectory);
  children.add(running.child);
  return running;
}

async function kill({ child, exited }: PlatformProcess): Promise<void> {
  child.kill("SIGKILL");
  await exited;
  children.delete(child);
}

async function artifactTypes({ api }: Lab): Promise<string[]> {
  const { items } = await api.get<{ items: { type: string }[] }>("/data/artifact:list");
  return items.map(({ type }) => type).sort();
}

const MADE = ["model.sampler/v1", "model.scorer/v1", "report/v1"];

describe("a task that is cancelled", () => {
  it.each(Object.keys(PHASES))("%s leaves nothing, and is recovered to one result", async (phase) => {
    const lab = await labWithVariants(60);
    const { id } = await lab.api.post<TaskView>("/task/train/v2:create", training(lab));
    await untilPhase(lab, id, PHASES[phase] ?? (() => true));
    const url = `${lab.regionUrl}/v2/workspace/${lab.name}/task`;
    const cancelled = await request("POST", `${url}:cancel?id=${id}`, lab);
    if (cancelled.status === 409) {
      // It was faster.
      expect((await lab.api.get<TaskView>(`/task:get?id=${id}`)).state).toBe("COMPLETED");
      return;
    }
    expect(cancelled.body.state).toBe("CANCELLED");
    expect(await artifactTypes(lab)).toEqual([]);
    expect((await request("POST", `${url}:cancel?id=${id}`, lab)).body.code).toBe("task_ended");
    const recovered = await lab.api.post<TaskView>(`/task:recover?id=${id}`);
    expect(recovered.state).toBe("EXECUTING");
    const task = await ended(lab, id);
    expect(task).toMatchObject({ state: "COMPLETED", errors: [] });
    expect(await artifactTypes(lab)).toEqual(MADE);
    expect((await request("POST", `${url}:recover?id=${id}`, lab)).body.code).toBe("task_not_recoverable");
  });
});

describe("a platform that is killed while a task runs", () => {
  it.each(Object.keys(PHASES))("%s goes on with it, and has one result", async (phase) => {
    const folder = await mkdtemp(join(tmpdir(), "task-killed-"));
    folders.push(folder);
    let running = await start(folder);
    const addresses = () => ({
      platformUrl: `http://127.0.0.1:${running.port}`,
      idpUrl: `http://127.0.0.1:${running.port + 3}`,
    });
    const lab = await labWithVariants(60, addresses());
    const { id } = await lab.api.post<TaskView>("/task/train/v2:create", training(lab));
    await untilPhase(lab, id, PHASES[phase] ?? (() => true));
    await kill(running);
    running = await start(folder);
    const base = `http://127.0.0.1:${running.port + 1}/v2/workspace/${lab.name}`;
    const again: Lab = { ...lab, api: new ApiClient(base, await memberToken(addresses(), lab.orgId)) };
    expect(await ended(again, id)).toMatchObject({ state: "COMPLETED", errors: [] });
    expect(await artifactTypes(again)).toEqual(MADE);
    await kill(running);
  });

  it("in the middle of a search ends with one load of designs", async () => {
    const folder = await mkdtemp(join(tmpdir(), "search-killed-"));
    folders.push(folder);
    let running = await start(folder);
    const addresses = () => ({
      platformUrl: `http://127.0.0.1:${running.port}`,
      idpUrl: `http://127.0.0.1:${running.port + 3}`,
    });
    const lab = await labWithVariants(60, addresses());
    const trained = await lab.api.post<TaskView>("/task/train/v2:create", training(lab));
    const { result } = (await ended(lab, trained.id)) as unknown as {
      result: { models: { sampler: { artifact_id: string } } };
    };
    const { sampler } = result.models;
    const { id } = await lab.api.post<TaskView>("/task/diversify/v2:create", {
      context: { kind: "WORKSPACE" },
      parameters: {
        generator: {
          type: "MODEL_BASED",
          template: { kind: "MONOMER", assembly: { monomer: REFERENCE }, sampler },
        },
        ranker: {
          type: "LIKELIHOOD_BASED",
          sampler_config: {
            kind: "MONOMER_SAMPLER",
            sampler,
            reference_assembly: { monomer: REFERENCE },
          },
        },
        num_assemblies: 300,
      },
    });
    await untilPhase(lab, id, ({ status_details }) => (status_details?.step ?? 0) >= 1);
    await kill(running);
    running = await start(folder);
    const base = `http://127.0.0.1:${running.port + 1}/v2/workspace/${lab.name}`;
    const again: Lab = { ...lab, api: new ApiClient(base, await memberToken(addresses(), lab.orgId)) };
    expect(await ended(again, id)).toMatchObject({ state: "COMPLETED", errors: [] });
    const { items } = await again.api.get<{ items: { context: { kind: string } }[] }>("/data/load:list");
    expect(items.filter(({ context }) => context.kind === "WORKSPACE")).toHaveLength(1);
    await kill(running);
  });
});
