import { setTimeout as sleep } from "node:timers/promises";
import { type Table, tableFromIPC } from "@uwdata/flechette";

/** An answer that is not a success: `body` is what the service said. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    const { detail } = (body ?? {}) as { detail?: unknown };
    super(`HTTP ${status}: ${typeof detail === "string" ? detail : JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

/** What a load looks like to its caller. */
export interface LoadView {
  id: string;
  state: "PENDING" | "LOADING" | "DELETING" | "COMPLETED" | "FAILED";
  is_active: boolean;
  errors: string[];
  warnings: string[];
  tables: Record<string, { table_id: string | null }>;
}

/** A few lines over `fetch`: all that a client of this service needs. */
export class ApiClient {
  readonly #base: string;
  readonly #token: string;

  /** `base` is an address with what all paths have in common, such as `{region_api_url}/v2/workspace/{name}`. */
  constructor(base: string, token: string) {
    this.#base = base;
    this.#token = token;
  }

  async #send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#token}`, ...init.headers };
    const response = await fetch(`${this.#base}${path}`, { ...init, method, headers });
    if (response.ok) return response;
    throw new ApiError(response.status, await response.json().catch(() => null));
  }

  async get<T>(path: string): Promise<T> {
    return (await this.#send("GET", path)).json() as Promise<T>;
  }

  async post<T>(path: string, body?: unknown): Promise<T> {
    const init =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    return (await this.#send("POST", path, init)).json() as Promise<T>;
  }

  async upload<T>(loadId: string, table: string, name: string, content: Blob | string): Promise<T> {
    const form = new FormData();
    form.set("table_reference", table);
    form.set("file", typeof content === "string" ? new Blob([content]) : content, name);
    const response = await this.#send("POST", `/data/load:uploadFile?id=${loadId}`, { body: form });
    return response.json() as Promise<T>;
  }

  /** Asks the load for its state until its work is done. */
  async settled(loadId: string, onWait: (load: LoadView) => void = () => undefined): Promise<LoadView> {
    for (let pause = 5; ; pause = Math.min(500, pause * 1.5)) {
      const load = await this.get<LoadView>(`/data/load:get?id=${loadId}`);
      if (load.state === "COMPLETED" || load.state === "FAILED") return load;
      onWait(load);
      await sleep(pause);
    }
  }

  /** Runs SQL and reads the Arrow stream. */
  async query(query: string, options: Record<string, unknown> = {}): Promise<Table> {
    const body = JSON.stringify({ query, ...options });
    const headers = { "content-type": "application/json" };
    const response = await this.#send("POST", "/data:query", { body, headers });
    return tableFromIPC(new Uint8Array(await response.arrayBuffer()), { useBigInt: true });
  }
}
