import { type Erasure, ErasureHandle, type ErasureRequest } from "./erasureHandle.ts";
import { type ImportOptions, importFiles, type NamedFile, type PreviewQuery } from "./importFiles.ts";
import { type Load, LoadHandle } from "./loadHandle.ts";
import { Orders } from "./orders.ts";
import { pages } from "./pages.ts";
import { previewFile } from "./previewFile.ts";
import { type QueryOptions, QueryResult } from "./queryResult.ts";
import { bytesOf, dataOf, type RawClient } from "./rawClient.ts";
import type { Creation, NewTask } from "./requests/newTask.ts";
import type { components, operations } from "./schema.ts";
import { StoredQueries, type StoredQuery } from "./storedQueries.ts";
import { Structures } from "./structures.ts";
import { type Task, TaskHandle } from "./taskHandle.ts";
import type { Waiting } from "./waitFor.ts";

type Schemas = components["schemas"];
type Query<Name extends keyof operations> = Omit<
  NonNullable<operations[Name]["parameters"]["query"]>,
  "cursor" | "limit"
>;

/** Format of a downloaded table or query result. */
export type ResultFormat = "CSV" | "PARQUET" | "XLSX" | "ARROW" | "NDJSON";

type CreatePath =
  `/v2/workspace/{workspace}/task/${"analyze.data/v2" | "train/v2" | "diversify/v2" | "engineer/v2" | "select/v2" | "predict/v1"}:create`;

/** Workspace. Every call rejects with an `ApiError` that contains the service's message. */
export class Workspace {
  readonly name: string;
  /** Typed calls for every operation, including those without a method here. */
  readonly raw: RawClient;
  /** Queries that may take minutes. */
  readonly queries: StoredQueries;
  readonly structures: Structures;
  readonly orders: Orders;
  readonly #path: { workspace: string };

  constructor(name: string, raw: RawClient) {
    this.name = name;
    this.raw = raw;
    this.#path = { workspace: name };
    this.queries = new StoredQueries(raw, this.#path);
    this.structures = new Structures(raw, this.#path);
    this.orders = new Orders(raw, this.#path);
  }

  /** Runs one `SELECT` in Trino's dialect. Resolves when the first bytes arrive. */
  async query<Row = Record<string, unknown>>(
    sql: string,
    options: QueryOptions = {},
  ): Promise<QueryResult<Row>> {
    const data = await this.#stream(sql, options);
    return new QueryResult<Row>(data);
  }

  /**
   * Runs one `SELECT` and returns the bytes of its result as a file. The stream fails if the result is cut off, unless the
   * connection closes silently, in which case the `ARROW` end marker is missing.
   */
  async queryFile(
    sql: string,
    format: ResultFormat,
    options: QueryOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    return this.#stream(sql, options, format);
  }

  /**
   * Returns, as a file, the result of a query that may take minutes. The query runs independently of the request and is
   * canceled if the signal aborts.
   */
  async longQueryFile(
    sql: string,
    format: ResultFormat,
    options: QueryOptions & Waiting<StoredQuery> = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const id = await this.queries.start(sql, options, format);
    return this.queries.fileOrCancel(id, options);
  }

  async #stream(
    query: string,
    { asOf, project, streamed = false, signal, onCost }: QueryOptions,
    format?: ResultFormat,
  ): Promise<ReadableStream<Uint8Array>> {
    const body = {
      query,
      ...(format !== undefined && { format }),
      ...(asOf !== undefined && { version_id: asOf }),
      ...(project !== undefined && { project_id: project }),
    };
    const params = { path: this.#path, query: { redirect: !streamed } };
    const options = { params, body, parseAs: "stream", ...(signal && { signal }) } as const;
    const answer = this.raw.POST("/v2/workspace/{workspace}/data:query", options);
    const { headers } = (await answer).response;
    const files = headers.get("x-query-files");
    if (files !== null)
      onCost?.({ files: Number(files), bytes_read: Number(headers.get("x-query-bytes-read")) });
    return bytesOf(answer);
  }

  /** Reads a file of a load exactly as it was uploaded. */
  loadFile(id: string): Promise<ReadableStream<Uint8Array>> {
    const params = { path: this.#path, query: { file_id: id, redirect: true } };
    const options = { params, parseAs: "stream" } as const;
    return bytesOf(this.raw.GET("/v2/workspace/{workspace}/data/load:downloadFile", options));
  }

  /** Loads all files into a table, or none of them. */
  import(files: NamedFile | readonly NamedFile[], options: ImportOptions): Promise<LoadHandle> {
    return importFiles(this.raw, this.name, Array.isArray(files) ? files : [files as NamedFile], options);
  }

  /**
   * Previews a file based on its first megabyte: its format and how it would be loaded. Workbooks and Parquet files are sent
   * in full and must be smaller than 4 MB. `options` specify the sheet of a workbook and the reference for mutations.
   */
  preview(file: Blob, name: string, options: PreviewQuery = {}): Promise<Schemas["FilePreview"]> {
    return previewFile(this.raw, this.name, file, name, options);
  }

  load(id: string): LoadHandle {
    return new LoadHandle(this.raw, this.name, id);
  }

  task(id: string): TaskHandle {
    return new TaskHandle(this.raw, this.name, id);
  }

  /** Returns the task that computed an artifact. */
  async producingTask(id: string): Promise<TaskHandle> {
    const { producer } = await this.artifact(id);
    if (producer.kind !== "TASK") throw new Error(`The artifact ${id} does not come from a task.`);
    return this.task(producer.task_id);
  }

  /** Reads an artifact with its metadata: a model, a report, or a structure. */
  artifact(id: string): Promise<Schemas["Artifact"]> {
    const params = { path: this.#path, query: { id } };
    return dataOf(this.raw.GET("/v2/workspace/{workspace}/data/artifact:get", { params }));
  }

  /** Returns the latest artifacts of one type in a project with its rounds. */
  async artifacts(project_id: string, type: string, limit: number): Promise<Schemas["Artifact"][]> {
    const params = { path: this.#path, query: { project_id, type, limit, order: "DESC" as const } };
    return (await dataOf(this.raw.GET("/v2/workspace/{workspace}/data/artifact:list", { params }))).items;
  }

  table(reference: string): Promise<Schemas["Table"]> {
    const params = { path: this.#path, query: { reference } };
    return dataOf(this.raw.GET("/v2/workspace/{workspace}/data/table:get", { params }));
  }

  /** Creates a view from a query. */
  createView(reference: string, query: string, description?: string): Promise<Schemas["Table"]> {
    const params = { path: this.#path };
    const body = {
      reference,
      kind: "VIEW" as const,
      query,
      ...(description !== undefined && { description }),
    };
    return dataOf(this.raw.POST("/v2/workspace/{workspace}/data/table:create", { params, body }));
  }

  /** Changes the descriptions of a table and its columns, adds columns, or changes a view's query. */
  updateTable(reference: string, body: Schemas["TableUpdate"]): Promise<Schemas["Table"]> {
    const params = { path: this.#path, query: { reference } };
    return dataOf(this.raw.POST("/v2/workspace/{workspace}/data/table:update", { params, body }));
  }

  /** Renames a table. `warnings` lists the views that read it by its old reference. */
  renameTable(reference: string, name: string): Promise<Schemas["ReleasedTable"]> {
    const params = { path: this.#path, query: { reference } };
    const body = { new_reference: name };
    return dataOf(this.raw.POST("/v2/workspace/{workspace}/data/table:rename", { params, body }));
  }

  /** Archives a table, which frees its reference. Its rows and versions remain. */
  archiveTable(reference: string): Promise<Schemas["ReleasedTable"]> {
    const params = { path: this.#path, query: { reference } };
    return dataOf(this.raw.POST("/v2/workspace/{workspace}/data/table:archive", { params }));
  }

  /** Unarchives a table. */
  unarchiveTable(id: string): Promise<Schemas["Table"]> {
    const params = { path: this.#path, query: { id } };
    return dataOf(this.raw.POST("/v2/workspace/{workspace}/data/table:unarchive", { params }));
  }

  tables(query: Query<"listTables"> = {}): AsyncGenerator<Schemas["Table"]> {
    return pages((cursor) =>
      this.raw.GET("/v2/workspace/{workspace}/data/table:list", this.#page(query, cursor)),
    );
  }

  /**
   * Compares the rows of a table at two versions and returns a file of added, removed and changed rows, with `$change` and
   * `$rows` before the table's columns. `key` is a comma-separated list of columns; `*` compares whole rows.
   */
  rowDiff(
    query: Omit<Query<"diffTableRows">, "redirect">,
    signal?: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>> {
    const params = { path: this.#path, query: { ...query, redirect: true } };
    const options = { params, parseAs: "stream", ...(signal && { signal }) } as const;
    return bytesOf(this.raw.GET("/v2/workspace/{workspace}/data/table:rowDiff", options));
  }

  versions(query: Query<"listDataVersions"> = {}): AsyncGenerator<Schemas["Version"]> {
    return pages((cursor) =>
      this.raw.GET("/v2/workspace/{workspace}/data/version:list", this.#page(query, cursor)),
    );
  }

  /** Yields version tags. SQL can read a tagged version: `FOR VERSION AS OF 'name'`. */
  tags(query: Query<"listVersionTags"> = {}): AsyncGenerator<Schemas["VersionTag"]> {
    return pages((cursor) =>
      this.raw.GET("/v2/workspace/{workspace}/data/version:listTags", this.#page(query, cursor)),
    );
  }

  /** Tags a version with a name. */
  tag(versionId: string, name: string): Promise<Schemas["VersionTag"]> {
    const params = { path: this.#path };
    const body = { version_id: versionId, name };
    return dataOf(this.raw.POST("/v2/workspace/{workspace}/data/version:tag", { params, body }));
  }

  /** Removes a tag; its version remains. */
  untag(name: string): Promise<Schemas["VersionTag"]> {
    const params = { path: this.#path };
    return dataOf(this.raw.POST("/v2/workspace/{workspace}/data/version:untag", { params, body: { name } }));
  }

  /** Plans the erasure of rows from every version. Nothing is changed until the handle's `start` is called. */
  async prepareErasure(request: ErasureRequest): Promise<ErasureHandle> {
    const params = { path: this.#path };
    const call = this.raw.POST("/v2/workspace/{workspace}/data:prepareErasure", { params, body: request });
    return this.erasure((await dataOf(call)).id);
  }

  /** Yields erasures and their plans. */
  erasures(query: Query<"listErasures"> = {}): AsyncGenerator<Erasure> {
    return pages((cursor) =>
      this.raw.GET("/v2/workspace/{workspace}/data:listErasures", this.#page(query, cursor)),
    );
  }

  erasure(id: string): ErasureHandle {
    return new ErasureHandle(this.raw, this.name, id);
  }

  loads(query: Query<"listLoads"> = {}): AsyncGenerator<Load> {
    return pages((cursor) =>
      this.raw.GET("/v2/workspace/{workspace}/data/load:list", this.#page(query, cursor)),
    );
  }

  tasks(query: Query<"listTasks"> = {}): AsyncGenerator<Task> {
    return pages((cursor) => this.raw.GET("/v2/workspace/{workspace}/task:list", this.#page(query, cursor)));
  }

  projects(query: Query<"listProjects"> = {}): AsyncGenerator<Schemas["Project"]> {
    return pages((cursor) =>
      this.raw.GET("/v2/workspace/{workspace}/project:list", this.#page(query, cursor)),
    );
  }

  project(id: string): Promise<Schemas["Project"]> {
    const params = { path: this.#path, query: { id } };
    return dataOf(this.raw.GET("/v2/workspace/{workspace}/project:get", { params }));
  }

  /** Yields the members of the workspace with their roles. */
  members(): AsyncGenerator<Schemas["Member"]> {
    return pages((cursor) =>
      this.raw.GET("/v2/workspace/{workspace}/member:list", { params: { path: this.#path, query: cursor } }),
    );
  }

  /** Returns the counts of a project by round, and the best value of each assay so far. */
  projectSummary(id: string): Promise<Schemas["ProjectSummary"]> {
    const params = { path: this.#path, query: { id } };
    return dataOf(this.raw.GET("/v2/workspace/{workspace}/project:summary", { params }));
  }

  rounds(query: Query<"listRounds">): AsyncGenerator<Schemas["Round"]> {
    return pages((cursor) => this.raw.GET("/v2/workspace/{workspace}/round:list", this.#page(query, cursor)));
  }

  createRound(body: Schemas["RoundCreate"]): Promise<Schemas["Round"]> {
    const params = { path: this.#path };
    return dataOf(this.raw.POST("/v2/workspace/{workspace}/round:create", { params, body }));
  }

  /** Starts a task that analyzes measurements: noise, coverage, outliers and substitution effects. */
  analyze(task: NewTask<"createAnalyzeDataV2">): Promise<TaskHandle> {
    return this.#start("/v2/workspace/{workspace}/task/analyze.data/v2:create", task);
  }

  /** Starts a task that trains assay models. */
  train(task: NewTask<"createTrain">): Promise<TaskHandle> {
    return this.#start("/v2/workspace/{workspace}/task/train/v2:create", task);
  }

  /** Starts a task that designs diverse plausible variants. */
  diversify(task: NewTask<"createDiversify">): Promise<TaskHandle> {
    return this.#start("/v2/workspace/{workspace}/task/diversify/v2:create", task);
  }

  /** Starts a task that designs improved variants. */
  engineer(task: NewTask<"createEngineer">): Promise<TaskHandle> {
    return this.#start("/v2/workspace/{workspace}/task/engineer/v2:create", task);
  }

  /** Starts a task that selects the best of the given sequences, leaving out those that are too similar to each other. */
  select(task: NewTask<"createSelect">): Promise<TaskHandle> {
    return this.#start("/v2/workspace/{workspace}/task/select/v2:create", task);
  }

  /** Starts a task that predicts the assays for given sequences, or for all single substitutions of a template. */
  predict(task: NewTask<"createPredict">): Promise<TaskHandle> {
    return this.#start("/v2/workspace/{workspace}/task/predict/v1:create", task);
  }

  async #start(path: CreatePath, task: NewTask<Creation>) {
    const options = { params: { path: this.#path }, body: task };
    // The request bodies differ between paths; each caller has checked the body against the schema for its path.
    const { id } = await dataOf(this.raw.POST(path, options as never) as Promise<{ data?: Task }>);
    return this.task(id);
  }

  createProject(body: Schemas["ProjectCreate"]): Promise<Schemas["CreatedProject"]> {
    const params = { path: this.#path };
    return dataOf(this.raw.POST("/v2/workspace/{workspace}/project:create", { params, body }));
  }

  updateProject(id: string, body: Schemas["ProjectUpdate"]): Promise<Schemas["Project"]> {
    const params = { path: this.#path, query: { id } };
    return dataOf(this.raw.POST("/v2/workspace/{workspace}/project:update", { params, body }));
  }

  /** Archives or unarchives a project; an archived project does not accept imports or tasks. */
  archiveProject(id: string, isArchived: boolean): Promise<Schemas["Project"]> {
    const params = { path: this.#path, query: { id } };
    return dataOf(
      isArchived
        ? this.raw.POST("/v2/workspace/{workspace}/project:archive", { params })
        : this.raw.POST("/v2/workspace/{workspace}/project:unarchive", { params }),
    );
  }

  /** Returns the parameters for one page of a list. */
  #page<Asked extends object>(query: Asked, cursor: { cursor?: string }) {
    return { params: { path: this.#path, query: { ...query, ...cursor } } };
  }
}
