import type { RawClient } from "./rawClient.ts";

/** Workspace resource with background work, identified by its ID. */
export class Handle {
  readonly id: string;
  protected readonly raw: RawClient;
  /** Parameters of calls that refer to the resource. */
  protected readonly params: { path: { workspace: string }; query: { id: string } };

  constructor(raw: RawClient, workspace: string, id: string) {
    this.id = id;
    this.raw = raw;
    this.params = { path: { workspace }, query: { id } };
  }

  /** Parameters of a read that waits up to a number of seconds for the work to finish. */
  protected waitingParams(waitSeconds: number) {
    const { path, query } = this.params;
    return { path, query: { ...query, ...(waitSeconds > 0 && { wait_seconds: waitSeconds }) } };
  }
}
