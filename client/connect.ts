import { pages } from "./pages.ts";
import { type ClientOptions, dataOf, type RawClient, rawClient } from "./rawClient.ts";
import type { components } from "./schema.ts";
import { type Waiting, waitFor } from "./waitFor.ts";
import { Workspace } from "./workspace.ts";

export interface ConnectOptions extends ClientOptions {
  /** URL of the platform, such as `https://api.example.org`. */
  url: string;
}

type WorkspaceRecord = components["schemas"]["WorkspaceRecord"];

/** Connection to the platform, for resources outside workspaces. */
export class Platform {
  readonly url: string;
  readonly raw: RawClient;
  readonly #options: ConnectOptions;

  constructor(options: ConnectOptions) {
    this.#options = options;
    this.url = options.url;
    this.raw = rawClient(options.url, options);
  }

  /** Returns the caller's workspaces, by name. */
  async workspaces(): Promise<WorkspaceRecord[]> {
    const records: WorkspaceRecord[] = [];
    const list = pages((cursor) =>
      this.raw.GET("/v2/workspace:listRecords", { params: { query: { ...cursor } } }),
    );
    for await (const record of list) records.push(record);
    return records.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Returns the user of the token. */
  me(): Promise<components["schemas"]["CurrentUser"]> {
    return dataOf(this.raw.GET("/users/me"));
  }

  /** Returns the users and machines in the caller's organizations; for staff, in all organizations. */
  users(): AsyncGenerator<components["schemas"]["User"]> {
    return pages((cursor) => this.raw.GET("/users/list", { params: { query: { ...cursor } } }));
  }

  /** Changes the caller's name; an empty name restores the one from the identity provider. */
  rename(name: string): Promise<components["schemas"]["User"]> {
    return dataOf(this.raw.PATCH("/users/me", { body: { name } }));
  }

  /** Creates a workspace and waits until it is ready. */
  async createWorkspace(
    body: components["schemas"]["WorkspaceCreate"],
    waiting?: Waiting<components["schemas"]["Workspace"]>,
  ): Promise<void> {
    await dataOf(this.raw.POST("/v2/workspace:create", { body }));
    const query = { name: body.name };
    const { state, errors } = await waitFor(
      () => dataOf(this.raw.GET("/v2/workspace:get", { params: { query } })),
      (workspace) => workspace.state !== "PROVISIONING",
      waiting,
    );
    if (state !== "READY") throw new Error(errors.join(" "));
  }

  /** Opens a workspace at its regional URL. Rejects with an `ApiError` if it cannot be reached. */
  async workspace(name: string): Promise<Workspace> {
    const { data } = await this.raw.GET("/v2/workspace:getRecord", { params: { query: { name } } });
    if (!data) throw new Error(`The workspace "${name}" was not found.`);
    return new Workspace(name, rawClient(data.region_api_url, this.#options));
  }
}

/** Connects to one workspace. */
export function connect(options: ConnectOptions & { workspace: string }): Promise<Workspace> {
  return new Platform(options).workspace(options.workspace);
}
