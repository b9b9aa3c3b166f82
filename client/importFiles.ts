import { ApiError, ImportDeclined } from "./errors.ts";
import { type Load, LoadHandle } from "./loadHandle.ts";
import { dataOf, type RawClient } from "./rawClient.ts";
import type { components } from "./schema.ts";
import { splitFile } from "./splitFile.ts";
import type { Waiting } from "./waitFor.ts";

type Schemas = components["schemas"];
export type TableConfig = Schemas["LoadTableInput"];

/** Preview options. */
export interface PreviewQuery {
  /** Workbook sheet. */
  sheet?: string;
  /** Header line, such as the one for a section in the preview. */
  header_row?: string;
  /** Project that contains the references for mutations in the file. */
  project_id?: string;
  /** Reference for the mutations, as a sequence or FASTA text. */
  reference?: string;
  /** Comma-separated positions of combinations. */
  positions?: string;
}

/** File to import, with the name under which problems are reported. */
export interface NamedFile {
  name: string;
  content: Blob | Uint8Array<ArrayBuffer> | string;
  /** Source of this file. It is stored in the load but not ingested. */
  source?: NamedFile;
}

export interface ImportOptions extends Waiting<Load> {
  /** Reference of the target table. */
  into: string;
  /** Project or round that the rows belong to: `{ project: id }` or `{ round: id }`. */
  context: { project: string } | { round: string };
  /** Columns and format of the files. If absent, the files have the columns of the existing table. */
  config?: TableConfig;
  /** Load description. */
  description?: string;
  /** Maximum size of an uploaded file, in bytes; larger CSV, TSV and NDJSON files are uploaded in parts. Defaults to 100 MB. */
  maxFileBytes?: number;
  /** Set to false to return once the service has started ingesting the files. Defaults to true. */
  wait?: boolean;
  /** Called with the load once it exists, before the first file is uploaded. */
  onCreated?: (load: LoadHandle) => void;
  /**
   * Called with the load's warnings, if any, before its files are ingested. If it returns false, the load is deleted, and the
   * import rejects with `ImportDeclined`.
   */
  confirm?: (warnings: readonly string[]) => boolean | Promise<boolean>;
  /** Called before each file is uploaded. */
  onUpload?: (file: NamedFile, index: number) => void;
}

/**
 * Uploads files into a new data load, then ingests either all of them or none. CSV, TSV and NDJSON files larger than 100 MB
 * are uploaded in parts, such as `a (1 of 3).csv`; problems refer to these names. Rejects with `DataProblems` if the files
 * cannot be loaded. In that case, the load and its files are kept so that its errors can be read again.
 */
export async function importFiles(
  raw: RawClient,
  workspace: string,
  files: readonly NamedFile[],
  options: ImportOptions,
): Promise<LoadHandle> {
  const path = { workspace };
  const config = options.config ?? (await configOfTable(raw, workspace, options.into));
  const uploads = await partsOf(files, config, options.maxFileBytes);
  const created = await dataOf(
    raw.POST("/v2/workspace/{workspace}/data/load:create", {
      params: { path },
      body: {
        context: contextOf(options),
        tables: { [options.into]: config },
        ...(options.description !== undefined && { description: options.description }),
      },
    }),
  );
  const load = new LoadHandle(raw, workspace, created.id);
  options.onCreated?.(load);
  const into = { workspace, id: load.id };
  for (const [index, { file, parts }] of uploads.entries()) {
    options.onUpload?.(file, index);
    const source = file.source && (await uploadFile(raw, into, file.source, {}, options));
    const fields = { table_reference: options.into, ...(source && { source_file_id: source.id }) };
    for (const part of parts) await uploadFile(raw, into, part, fields, options);
  }
  if (options.confirm) {
    const { warnings = [] } = await load.get();
    if (warnings.length > 0 && !(await options.confirm(warnings))) {
      await load.delete();
      throw new ImportDeclined("The import was declined; nothing was loaded.");
    }
  }
  if (options.wait === false) await load.start("finalize");
  else await load.finalize(options);
  return load;
}

/** Returns the files, each with the parts that are uploaded for it. */
async function partsOf(
  files: readonly NamedFile[],
  config: TableConfig,
  maxFileBytes?: number,
): Promise<{ file: NamedFile; parts: NamedFile[] }[]> {
  const uploads: { file: NamedFile; parts: NamedFile[] }[] = [];
  for (const file of files) {
    const content = file.content instanceof Blob ? file.content : new Blob([file.content]);
    uploads.push({ file, parts: await splitFile(file.name, content, config, maxFileBytes) });
  }
  return uploads;
}

function uploadFile(
  raw: RawClient,
  { workspace, id }: { workspace: string; id: string },
  { name, content }: NamedFile,
  fields: { table_reference?: string; source_file_id?: string },
  { signal }: ImportOptions,
) {
  return dataOf(
    raw.POST("/v2/workspace/{workspace}/data/load:uploadFile", {
      params: { path: { workspace }, query: { id } },
      body: { file: new Blob([content]), filepath: name, ...fields },
      bodySerializer: formOf,
      ...(signal && { signal }),
    }),
  );
}

function contextOf({ context }: ImportOptions): Schemas["LoadContext"] {
  return "round" in context
    ? { kind: "ROUND", round_id: context.round }
    : { kind: "PROJECT", project_id: context.project };
}

async function configOfTable(raw: RawClient, workspace: string, reference: string): Promise<TableConfig> {
  try {
    const params = { path: { workspace }, query: { reference } };
    const { columns } = await dataOf(raw.GET("/v2/workspace/{workspace}/data/table:get", { params }));
    return { columns: columns as TableConfig["columns"] };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new Error(`Table "${reference}" does not exist yet. Specify its columns in \`config\`.`, {
      cause: error,
    });
  }
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.set(name, value, String(fields.filepath ?? "file"));
    else if (value !== undefined && value !== null) form.set(name, String(value));
  }
  return form;
}
