import { ApiError, TaskFailed } from "./errors.ts";
import { Handle } from "./handle.ts";
import { dataOf } from "./rawClient.ts";
import type { components } from "./schema.ts";
import { type Waiting, waitFor } from "./waitFor.ts";

export type Task = components["schemas"]["Task"];

/** Task that analyses data, trains models or designs variants. */
export class TaskHandle extends Handle {
  get(): Promise<Task> {
    return dataOf(this.raw.GET("/v2/workspace/{workspace}/task:get", { params: this.params }));
  }

  /** Waits until the task has ended, however it did. */
  settled(waiting?: Waiting<Task>): Promise<Task> {
    return waitFor(
      () => this.get(),
      ({ state }) => state !== "INIT" && state !== "EXECUTING",
      waiting,
    );
  }

  /** Waits until the task is completed. Rejects with `TaskFailed` if it fails or is cancelled. */
  async wait(waiting?: Waiting<Task>): Promise<Task> {
    const task = await this.settled(waiting);
    if (task.state === "COMPLETED") return task;
    const why = task.errors.length > 0 ? task.errors.join("\n") : `The task ${task.id} was cancelled.`;
    throw new TaskFailed(task.id, task.state, why);
  }

  cancel(): Promise<Task> {
    return dataOf(this.raw.POST("/v2/workspace/{workspace}/task:cancel", { params: this.params }));
  }

  /** Starts a failed task again, from where it stood. */
  recover(): Promise<Task> {
    return dataOf(this.raw.POST("/v2/workspace/{workspace}/task:recover", { params: this.params }));
  }

  /** Returns the report of a completed task as an HTML page. */
  async report(): Promise<string> {
    const { result } = await this.get();
    if (!result) throw new ApiError(404, "no_report", `The task ${this.id} has no report yet.`, null, []);
    const { path } = this.params;
    const query = { id: result.report.artifact_id, format: "html" as const };
    const answer = this.raw.GET("/v2/workspace/{workspace}/data/artifact:download", {
      params: { path, query },
      parseAs: "text",
    });
    return String(await dataOf(answer as Promise<{ data?: unknown }>));
  }

  /** Returns the reference of the table with the designs of a completed task. */
  async designsTable(): Promise<string> {
    const { result } = await this.get();
    if (result && "selected_assemblies" in result) return result.selected_assemblies.table;
    throw new ApiError(404, "no_designs", `The task ${this.id} has no designs.`, null, []);
  }
}
