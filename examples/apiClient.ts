import { setTimeout as sleep } from "node:timers/promises";
import { type Table, tableFromIPC } from "@uwdata/flechette";
import { explainAnswer } from "./explainFailure.ts";

/** Error for a request that did not succeed; `body` is the service's response. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly body: unknown;

  constructor(request: string, status: number, body: unknown) {
    super(`${request}: ${explainAnswer(status, body)}`);
    this.status = status;
    this.body = body;
  }
}

/** Load fields that the caller needs. */
export interface LoadView {
  id: string;
  state: "PENDING" | "LOADING" | "DELETING" | "COMPLETED" | "FAILED";
  is_active: boolean;
  errors: string[];
  warnings?: string[];
  tables: Record<string, { table_id: string | null }>;
}

/** Task fields that the caller needs. The content of the result depends on the task type. */
export interface TaskView<Result> {
  id: string;
  state: "INIT" | "EXECUTING" | "COMPLETED" | "FAILED" | "CANCELLED";
  errors: string[];
  progress: { phase: string; step: number | null; num_steps: number | null } | null;
  result: Result;
}

export interface Waiting<View> {
  /** Called with each state until the work is done. */
  onWait?: (view: View) => void;
  /** Timeout, in seconds; defaults to none. */
  seconds?: number;
  /** Maximum interval between polls, in milliseconds: starts at 5 and increases up to this value. */
  maxPauseMs?: number;
}

/** Minimal client for this service, a few lines on top of `fetch`. */
export class ApiClient {
  readonly #base: string;
  readonly #token: string;
  readonly #signal: AbortSignal | null;

  /**
   * Creates a client. `base` is a URL with the common prefix of all paths, such as `{region_api_url}/v2/workspace/{name}`;
   * `signal` aborts running requests.
   */
  constructor(base: string, token: string, signal: AbortSignal | null = null) {
    this.#base = base;
    this.#token = token;
    this.#signal = signal;
  }

  /** Sends a request. Error messages identify the request that failed. */
  async #send<T>(
    method: string,
    path: string,
    init: RequestInit,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const headers = { authorization: `Bearer ${this.#token}`, ...init.headers };
    try {
      const response = await fetch(`${this.#base}${path}`, {
        ...init,
        method,
        headers,
        signal: this.#signal,
      });
      if (response.ok) return await read(response);
      throw new ApiError(`${method} ${path}`, response.status, await response.json().catch(() => null));
    } catch (error) {
      throw error instanceof ApiError ? error : new Error(`${method} ${path}`, { cause: error });
    }
  }

  get<T>(path: string): Promise<T> {
    return this.#send("GET", path, {}, (response) => response.json() as Promise<T>);
  }

  post<T>(path: string, body?: unknown): Promise<T> {
    return this.#send("POST", path, jsonOf(body), (response) => response.json() as Promise<T>);
  }

  upload<T>(loadId: string, table: string, name: string, content: Blob | string): Promise<T> {
    const body = new FormData();
    body.set("table_reference", table);
    body.set("file", typeof content === "string" ? new Blob([content]) : content, name);
    return this.postForm(`/data/load:uploadFile?id=${loadId}`, body);
  }

  postForm<T>(path: string, body: FormData): Promise<T> {
    return this.#send("POST", path, { body }, (response) => response.json() as Promise<T>);
  }

  download(path: string): Promise<Uint8Array> {
    return this.#send("GET", path, {}, bytesOf);
  }

  /** Runs SQL and reads the Arrow stream. */
  async query(query: string, options: Record<string, unknown> = {}): Promise<Table> {
    const bytes = await this.#send("POST", "/data:query", jsonOf({ query, ...options }), bytesOf);
    return tableFromIPC(bytes, { useBigInt: true });
  }

  /** Polls the load until its work is done. */
  settled(loadId: string, waiting?: Waiting<LoadView>): Promise<LoadView> {
    const isDone = ({ state }: LoadView): boolean => state === "COMPLETED" || state === "FAILED";
    return this.#ended(`/data/load:get?id=${loadId}`, isDone, waiting);
  }

  /** Polls the task until it has a result. If the task ends without one, throws the task's error. */
  async finished<Result>(taskId: string, waiting?: Waiting<TaskView<Result>>): Promise<TaskView<Result>> {
    const isDone = ({ state }: TaskView<Result>): boolean => state !== "INIT" && state !== "EXECUTING";
    const task = await this.#ended(`/task:get?id=${taskId}`, isDone, waiting);
    if (task.state === "COMPLETED") return task;
    throw new Error([`The task ${taskId} is ${task.state}`, ...task.errors].join(": "));
  }

  async #ended<View extends { state: string }>(
    path: string,
    isDone: (view: View) => boolean,
    { onWait, seconds = Number.POSITIVE_INFINITY, maxPauseMs = 500 }: Waiting<View> = {},
  ): Promise<View> {
    const deadline = performance.now() + seconds * 1000;
    for (let pause = 5; ; pause = Math.min(maxPauseMs, pause * 1.5)) {
      const view = await this.get<View>(`${path}&wait_seconds=1`);
      if (isDone(view)) return view;
      if (performance.now() > deadline)
        throw new Error(`GET ${path}: still ${view.state} after ${seconds} s`);
      onWait?.(view);
      await sleep(pause);
    }
  }
}

function jsonOf(body: unknown): RequestInit {
  if (body === undefined) return {};
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}
