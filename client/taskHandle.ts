import { ApiError, TaskFailed } from "./errors.ts";
import { growingWait } from "./growingWait.ts";
import { Handle } from "./handle.ts";
import { dataOf } from "./rawClient.ts";
import type { components } from "./schema.ts";
import { type Waiting, waitFor } from "./waitFor.ts";

/** Number of reads without waiting, spread over about 1 s. */
const FREQUENT_POLLS = 6;
/** Maximum interval between long polls, in milliseconds. */
const MAX_PAUSE_MS = 300;

export type Task = components["schemas"]["Task"];

export interface TaskWaiting extends Waiting<Task> {
  /** Time, in whole seconds, that the service waits before returning the progress. Defaults to a fifth of the time so far, at most 10. */
  waitSeconds?: () => number;
}

/** Task report in its JSON form. */
export interface ReportContent {
  title: string;
  summary: string;
  figures: Record<string, unknown>;
  sections: readonly unknown[];
}

/** Task that analyzes data, trains models or designs variants. */
export class TaskHandle extends Handle {
  /** Reads the task. With `waitSeconds`, resolves when it has finished or the time has passed. */
  get(waitSeconds = 0, signal?: AbortSignal): Promise<Task> {
    const request = { params: this.waitingParams(waitSeconds), ...(signal && { signal }) };
    return dataOf(this.raw.GET("/v2/workspace/{workspace}/task:get", request));
  }

  /** Waits for the task to finish, successfully or not. */
  settled({ waitSeconds = growingWait(), ...waiting }: TaskWaiting = {}): Promise<Task> {
    let reads = 0;
    return waitFor(
      // The first reads do not wait, so that the progress of a new task is shown early.
      () => this.get(reads++ < FREQUENT_POLLS ? 0 : waitSeconds(), waiting.signal),
      ({ state }) => state !== "INIT" && state !== "EXECUTING",
      waiting,
      MAX_PAUSE_MS,
    );
  }

  /** Waits until the task is completed. Rejects with `TaskFailed` if it fails or is canceled. */
  async wait(waiting?: TaskWaiting): Promise<Task> {
    const task = await this.settled(waiting);
    if (task.state === "COMPLETED") return task;
    const why = task.errors.length > 0 ? task.errors.join("\n") : `The task ${task.id} was cancelled.`;
    throw new TaskFailed(task.id, task.state, why);
  }

  cancel(): Promise<Task> {
    return dataOf(this.raw.POST("/v2/workspace/{workspace}/task:cancel", { params: this.params }));
  }

  /** Resumes a failed task from its last checkpoint. */
  recover(): Promise<Task> {
    return dataOf(this.raw.POST("/v2/workspace/{workspace}/task:recover", { params: this.params }));
  }

  /** Moves the finished task, with its results, to another round of its project, or out of all rounds (null). */
  move(roundId: string | null): Promise<Task> {
    const request = { params: this.params, body: { round_id: roundId } };
    return dataOf(this.raw.POST("/v2/workspace/{workspace}/task:move", request));
  }

  /** Archives the task, which hides it from lists, or unarchives it. Its results remain. */
  archive(isArchived: boolean): Promise<Task> {
    const { params } = this;
    return dataOf(
      isArchived
        ? this.raw.POST("/v2/workspace/{workspace}/task:archive", { params })
        : this.raw.POST("/v2/workspace/{workspace}/task:unarchive", { params }),
    );
  }

  /** Returns the report of a completed task as an HTML page. */
  report(): Promise<string> {
    return this.#reportAs("html");
  }

  /** Returns the report of a completed task for programs: its title, summary, key figures, and sections with tables and plots. */
  async reportContent(): Promise<ReportContent> {
    return JSON.parse(await this.#reportAs("json"));
  }

  async #reportAs(format: "html" | "json"): Promise<string> {
    const { result } = await this.get();
    if (!result || !("report" in result))
      throw new ApiError(404, "no_report", `The task ${this.id} has no report.`, null, []);
    const { path } = this.params;
    const query = { id: result.report.artifact_id, format };
    const answer = this.raw.GET("/v2/workspace/{workspace}/data/artifact:download", {
      params: { path, query },
      parseAs: "text",
    });
    return String(await dataOf(answer as Promise<{ data?: unknown }>));
  }

  /** Returns the reference of the design table of a completed task. */
  async designsTable(): Promise<string> {
    const { result } = await this.get();
    if (result && "selected_assemblies" in result) return result.selected_assemblies.table;
    throw new ApiError(404, "no_designs", `The task ${this.id} has no designs.`, null, []);
  }

  /** Returns the reference of the prediction table of a completed task. */
  async predictionsTable(): Promise<string> {
    const { result } = await this.get();
    if (result && "predictions" in result) return result.predictions.table;
    throw new ApiError(404, "no_predictions", `The task ${this.id} has no predictions.`, null, []);
  }
}
