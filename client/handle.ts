import type { RawClient } from "./rawClient.ts";

/** Resource of a workspace with background work, by its id. */
export class Handle {
  readonly id: string;
  protected readonly raw: RawClient;
  /** Parameters of the calls that name the resource. */
  protected readonly params: { path: { workspace: string }; query: { id: string } };

  constructor(raw: RawClient, workspace: string, id: string) {
    this.id = id;
    this.raw = raw;
    this.params = { path: { workspace }, query: { id } };
  }

  /** Parameters of a read that waits up to some seconds for the end of the work. */
  protected waitingParams(waitSeconds: number) {
    const { path, query } = this.params;
    return { path, query: { ...query, ...(waitSeconds > 0 && { wait_seconds: waitSeconds }) } };
  }
}
