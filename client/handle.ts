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
}
