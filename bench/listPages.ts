import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { LocalAddress } from "#local/idp/localIdp.ts";
import type { Credentials } from "#local/signature/authorization.ts";
import { composeId } from "#shared/domain/id.ts";
import { createProject } from "#shared/domain/project.ts";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact, type Write } from "#shared/store/dynamodb/items.ts";
import { projectWrites } from "#shared/store/projects.ts";
import { roundWrites } from "#shared/store/rounds.ts";
import { workspaceByName } from "#shared/store/workspaces.ts";
import { type BenchLab, newBenchLab } from "./support/benchLab.ts";
import type { Benchmark, Say } from "./support/benchmark.ts";
import type { Figure } from "./support/figure.ts";
import { inTurns, measureTime } from "./support/inTurns.ts";
import { withCleanup, withFolder } from "./support/withCleanup.ts";

const FEW = 1_000;
const MANY = 100_000;
const WARM_UPS = 20;
const RUNS = 100;
const MAX_TRANSACTION_ITEMS = 100;

/**
 * Requests pages of 100 items from the start of a list in either order; two thirds of projects and rounds are archived.
 */
const LISTS: [what: string, path: (lab: BenchLab) => string][] = [
  ["projects", () => "/project:list?"],
  ["projects, archived ones too", () => "/project:list?include_archived=true&"],
  ["projects, the youngest first", () => "/project:list?order=DESC&"],
  ["rounds", () => "/round:list?"],
  ["rounds of a project", ({ projectId }) => `/round:list?project_id=${projectId}&`],
  [
    "rounds of a project, archived ones too",
    ({ projectId }) => `/round:list?project_id=${projectId}&include_archived=true&`,
  ],
];

export const listPages: Benchmark = {
  summary: "a page of 100 of a list of 100,000 items, against one of 1,000 items",
  run: (say) =>
    withFilledLab(FEW, say, (few) =>
      withFilledLab(MANY, say, (many) => Promise.resolve(comparePages(few, many))),
    ),
};

async function comparePages(few: BenchLab, many: BenchLab): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, path] of LISTS) {
    const pieces = {
      many: () => measureTime(() => many.api.get(`${path(many)}limit=100`)),
      few: () => measureTime(() => few.api.get(`${path(few)}limit=100`)),
    };
    await inTurns(WARM_UPS, pieces);
    const medians = await inTurns(RUNS, pieces);
    figures.push({
      what,
      unit: "ms",
      value: medians.many,
      reference: medians.few,
      target: { of: "ratio", bound: "at most", limit: 1.5 },
    });
  }
  return figures;
}

/**
 * Runs `work` on a platform with one workspace that contains this many projects, including one with the same number of rounds.
 */
function withFilledLab<Result>(
  count: number,
  say: Say,
  work: (lab: BenchLab) => Promise<Result>,
): Promise<Result> {
  return withFolder((directory) => {
    const script = fileURLToPath(new URL("./support/listPlatform.ts", import.meta.url));
    const child = fork(script, [directory], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    return withCleanup(
      () => end(child),
      async () => {
        const { credentials, settings, ...platform } = await waitForStart(child);
        process.env.AWS_ACCESS_KEY_ID = credentials.accessKeyId;
        process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey;
        const lab = await newBenchLab(platform);
        const duration = await measureTime(() => fill(lab, settings, count));
        say(
          `${count.toLocaleString("en")} projects and rounds were stored in ${(duration / 1000).toFixed(0)} s`,
        );
        return await work(lab);
      },
    );
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (!child.connected) return;
  child.disconnect();
  await once(child, "exit");
}

interface Started extends LocalAddress {
  url: string;
  credentials: Credentials;
  settings: Settings;
}

function waitForStart(child: ChildProcess): Promise<Started> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => reject(new Error("The platform did not start.")));
    child.once("message", (message) => resolve(message as Started));
  });
}

/** Writes the records that requests would have stored, a hundred at a time: 100,000 requests would take minutes. */
async function fill(lab: BenchLab, settings: Settings, count: number): Promise<void> {
  const workspace = await workspaceByName({ settings }, "bench");
  if (!workspace) throw new Error("The workspace is not there.");
  const scope: WorkspaceScope = { settings, id: workspace.id, region: workspace.region };
  const stamp = { by: "user_1", at: "2026-01-01T00:00:00.000Z" };
  let together: Write[] = [];
  for (let place = 0; place < count; place += 1) {
    const fields = { name: `Campaign-${place}`, description: "Variants of one protein", modality: null };
    const mark = place % 3 === 0 ? {} : { archived_at: stamp.at, archived_by: stamp.by };
    const project = { ...createProject(composeId(Date.UTC(2026, 0, 1) + place, 0), fields, stamp), ...mark };
    const { modality: _, ...round } = { ...project, project_id: lab.projectId };
    const writes = [...projectWrites(scope, null, project), ...roundWrites(scope, null, round)].filter(
      // The workspace is new, so there is nothing to delete.
      ({ kind }) => kind !== "delete",
    );
    if (together.length + writes.length > MAX_TRANSACTION_ITEMS) {
      await transact(workspaceDatabase(scope), together);
      together = [];
    }
    together.push(...writes);
  }
  await transact(workspaceDatabase(scope), together);
}
