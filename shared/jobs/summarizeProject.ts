import type { ProjectSummary } from "#shared/domain/projectSummary.ts";
import { againIfErased } from "#shared/history/relations/againIfErased.ts";
import { summarizeProject as summarize } from "#shared/history/summary/summarizeProject.ts";
import type { Job } from "#shared/runtime/scope.ts";
import { queryStopped } from "./queryStopped.ts";

/** Counts the contents of a project, and reads the best values of its assays from its rows. */
export const summarizeProject: Job<{ projectId: string }, ProjectSummary> = {
  name: "summarizeProject",
  kind: "query",
  run: (scope, { projectId }, signal) => againIfErased(() => summarize(scope, projectId, signal)),
  stopped: queryStopped,
};
