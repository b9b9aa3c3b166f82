import * as v from "valibot";
import { ProjectId } from "#shared/domain/id.ts";
import { ProjectSummary } from "#shared/domain/projectSummary.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { summarizeProject } from "#shared/jobs/summarizeProject.ts";
import { runJob } from "#shared/runtime/runJob.ts";

export const getProjectSummary = operation(
  {
    summary: "Summarize a project",
    description:
      "Returns the project's rounds with their loads, tasks and designs, and the best value so far for each assay. The assays are those of completed analysis and training tasks. Values come from the current rows of the latest such task's table or query, restricted to this project and its rounds, even if the task read an earlier version. The best value is the best mean of any sequence.",
    method: "GET",
    path: "/v2/workspace/{workspace}/project:summary",
    tag: "Projects",
    audience: "member",
    role: "reader",
    needs: ["table:read", "lease:write", "lake:read", "results", "sql"],
    query: v.object({ id: ProjectId }),
    response: ProjectSummary,
    errors: [400, 404, 429],
  },
  async ({ workspace, query, signal }) =>
    runJob(summarizeProject, workspace, { projectId: query.id }, signal),
);
