import * as v from "valibot";
import { isDeleted, type WorkspaceEntity } from "#shared/domain/workspace.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { QueryBoolean } from "#shared/http/operations/pageQuery.ts";
import { executionOutput, startExecution, sweepExecution } from "#shared/runtime/executions.ts";
import { newId } from "#shared/runtime/ids.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { allWorkspaces } from "#shared/store/workspaces.ts";

const MAX_CONCURRENT_CALLS = 16;

const Sweep = v.object({
  name: v.pipe(v.string(), v.description("The name of the workspace")),
  state: v.pipe(v.picklist(["RUNNING", "SUCCEEDED", "FAILED"]), v.description("State of its sweep")),
  objects: v.pipe(v.number(), v.description("Number of checked objects")),
  orphans: v.pipe(v.number(), v.description("Number of unreachable objects")),
  bytes: v.pipe(v.number(), v.description("Their size in bytes")),
  examples: v.pipe(v.array(v.string()), v.description("Keys of the first unreachable objects")),
});
type Sweep = v.InferOutput<typeof Sweep>;

const Output = v.object({ sweep: v.omit(Sweep, ["name", "state"]) });

export const sweepObjects = operation(
  {
    summary: "Remove or count unreachable objects",
    description:
      "Starts a sweep of all objects of every workspace; the daily sweep examines only recent changes. Repeat the request with the returned `run` to get its progress. Only objects that have been unreferenced for a day are removed; with `dry_run=true`, none are.",
    method: "POST",
    path: "/ui/workspace:sweepObjects",
    tag: "Overview",
    audience: "staff",
    needs: ["platform:read", "maintenance:start"],
    query: v.object({
      dry_run: QueryBoolean,
      run: v.pipe(
        v.optional(
          v.pipe(
            v.string(),
            v.regex(/^[0-9]{1,16}$/, "Input should be a run returned by an earlier response"),
          ),
        ),
        v.description("Sweep to query. If omitted, a new sweep is started"),
        v.examples(["153090793472640"]),
      ),
    }),
    response: v.object({
      run: v.pipe(v.string(), v.description("Id of this sweep, for later requests")),
      sweeps: v.array(Sweep),
    }),
    internal: true,
    examples: {
      query: { dry_run: true },
      response: {
        run: "153090793472640",
        sweeps: [
          {
            name: "protein-lab",
            state: "SUCCEEDED",
            objects: 1204,
            orphans: 3,
            bytes: 48_211,
            examples: ["ws/140614041600017/tables/153090785280911/merged/153711820801733-5f3a0c11.parquet"],
          },
        ],
      },
    },
  },
  async ({ settings, query }) => {
    const run = query.run ?? newId();
    const workspaces = (await allWorkspaces({ settings })).filter(
      (workspace) => workspace.state === "READY" && !isDeleted(workspace),
    );
    const sweeps: Sweep[] = [];
    for (let start = 0; start < workspaces.length; start += MAX_CONCURRENT_CALLS) {
      const some = workspaces.slice(start, start + MAX_CONCURRENT_CALLS);
      const isNew = query.run === undefined;
      sweeps.push(
        ...(await Promise.all(
          some.map((workspace) => sweep(settings, workspace, run, query.dry_run, isNew)),
        )),
      );
    }
    return { run, sweeps };
  },
);

async function sweep(
  settings: Settings,
  { id, region, name }: WorkspaceEntity,
  run: string,
  dryRun: boolean,
  isNew: boolean,
): Promise<Sweep> {
  const scope = { settings, id, region };
  const execution = sweepExecution(scope, run, { dryRun, full: true });
  if (isNew) await startExecution(scope, execution);
  const { status = "RUNNING", output } = await executionOutput(scope, execution);
  const parsed = v.safeParse(Output, output);
  const counts = parsed.success ? parsed.output.sweep : { objects: 0, orphans: 0, bytes: 0, examples: [] };
  const state = status === "RUNNING" || status === "SUCCEEDED" ? status : "FAILED";
  return { name, state, ...counts };
}
