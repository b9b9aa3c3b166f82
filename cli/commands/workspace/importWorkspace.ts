import { openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import { formatCount } from "@pdp/basics/wording";
import { dataOf } from "#client/rawClient.ts";
import type { components } from "#client/schema.ts";
import { type Waiting, waitFor } from "#client/waitFor.ts";
import type { Cli } from "../../cli.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import {
  digestOf,
  type ExportRoot,
  type FolderFile,
  fileIn,
  INDEX,
  listedFiles,
  readRoot,
} from "./exportFolder.ts";
import { inParallel, type TransferWords, transferWords } from "./transferWords.ts";
import { writeMap } from "./writeMap.ts";

type WorkspaceImport = components["schemas"]["WorkspaceImport"];

/** Imports an exported workspace into an empty one. */
export const importWorkspace: CliCommand<{ newIds?: boolean; map?: string }> = {
  arguments: [["<folder>", "folder that pdp workspace export wrote"]],
  options: [
    ["--new-ids", "give all resources new ids, for an installation that still has the exported workspace"],
    ["--map <file>", "write the earlier and the new id of each resource to a CSV file"],
  ],
  notes:
    "Imports into the default workspace or --workspace, which must be empty. Requires platform staff, who close the workspace during the import; a manager can import into a workspace that staff have frozen as CLOSED.",
  run: async (cli, { newIds = false, map }, folder: string) => {
    const root = await readRoot(folder);
    if (root === null) throw new UsageError(`${folder} contains no complete export: it has no export.json.`);
    const onwards = `To continue: pdp workspace import ${folder}${newIds ? " --new-ids" : ""}`;
    const freeze = await close(cli);
    const begun = await begin(cli, root, newIds ? "NEW" : "SAME").catch(async (error: unknown) => {
      // A workspace that cannot be imported into stays as it was.
      if (freeze === "NEW") await freezing(cli, "unfreeze");
      throw error;
    });
    const ended = await cli.waiting(transferWords, onwards, (waiting) =>
      transfer(cli, { folder, root, begun }, waiting),
    );
    if (ended.state === "FAILED")
      throw new Error(
        `${ended.errors.join("\n")}\nThe workspace stays closed until an import succeeds or staff unfreeze it.`,
      );
    if (freeze !== "OTHERS") await freezing(cli, "unfreeze");
    const { name } = await cli.workspace();
    const { id: target } = await recordOf(cli, name);
    if (map !== undefined)
      await writeFile(map, await writeMap(folder, root, { id: target, offset: ended.id_offset }));
    if (freeze === "OTHERS")
      cli.say(`! ${name} stays closed: staff closed it before the import, and open it.`);
    cli.done(ended, `✓ imported ${formatCount(root.files, "file")} of ${root.workspace.name} into ${name}`);
  },
};

async function recordOf(cli: Cli, name: string) {
  const { raw } = await cli.platform();
  return dataOf(raw.GET("/v2/workspace:get", { params: { query: { name } } }));
}

const REASON = "An import is running";

async function freezing(cli: Cli, verb: "freeze" | "unfreeze"): Promise<void> {
  const { name } = await cli.workspace();
  const { raw } = await cli.platform();
  const params = { query: { id: (await recordOf(cli, name)).id } };
  if (verb === "unfreeze") await raw.POST("/v2/workspace:unfreeze", { params });
  else {
    const body = { mode: "CLOSED" as const, reason: REASON };
    await raw.POST("/v2/workspace:freeze", { params, body });
  }
}

/**
 * Closes the workspace if the caller is staff and it is not closed. Returns whose freeze it is: a new one, that of an interrupted
 * import, or that of others, which stays.
 */
async function close(cli: Cli): Promise<"NEW" | "EARLIER" | "OTHERS"> {
  const platform = await cli.platform();
  const me = await platform.me();
  if (!("is_staff" in me && me.is_staff)) return "OTHERS";
  const { name } = await cli.workspace();
  const { freeze } = await recordOf(cli, name);
  if (freeze?.mode === "CLOSED") return freeze.reason === REASON ? "EARLIER" : "OTHERS";
  if (freeze)
    throw new UsageError(
      `${name} is frozen as ${freeze.mode}: ${freeze.reason}. Unfreeze it, or freeze it as CLOSED, before you import into it.`,
    );
  await freezing(cli, "freeze");
  return "NEW";
}

interface Request {
  folder: string;
  root: ExportRoot;
  begun: WorkspaceImport;
}

async function begin(cli: Cli, root: ExportRoot, ids: "SAME" | "NEW"): Promise<WorkspaceImport> {
  const { name, raw } = await cli.workspace();
  const params = { path: { workspace: name } };
  const body = { export: root, ids };
  return dataOf(raw.POST("/v2/workspace/{workspace}/workspace:import", { params, body }));
}

async function transfer(
  cli: Cli,
  { folder, root, begun }: Request,
  { onProgress, signal }: Waiting<TransferWords>,
): Promise<WorkspaceImport> {
  const { name, raw } = await cli.workspace();
  const path = { workspace: name };
  const { id } = begun;
  if (begun.state === "UPLOADING" || begun.state === "FAILED") {
    const stored = await storedFiles(cli, id);
    const progress = {
      files: 0,
      bytes: 0,
      total_files: root.files + 1,
      total_bytes: root.bytes + root.index.bytes,
    };
    const upload = async (file: FolderFile): Promise<void> => {
      signal?.throwIfAborted();
      if (!stored.has(file.sha256)) await uploadFile(cli, id, folder, file);
      stored.add(file.sha256);
      progress.files += 1;
      progress.bytes += file.bytes;
      onProgress?.({ verb: "uploading", progress });
    };
    await upload({ path: INDEX, ...root.index });
    await inParallel(listedFiles(folder), upload);
  }
  if (begun.state !== "COMPLETED")
    await raw.POST("/v2/workspace/{workspace}/workspace:startImport", { params: { path, query: { id } } });
  const query = { id, wait_seconds: 1 };
  const read = () =>
    dataOf(raw.GET("/v2/workspace/{workspace}/workspace:getImport", { params: { path, query } }));
  return waitFor(
    read,
    ({ state }) => state !== "RUNNING",
    {
      ...(signal && { signal }),
      onProgress: ({ progress }) => onProgress?.({ verb: "importing", progress }),
    },
    500,
  );
}

async function storedFiles(cli: Cli, id: string): Promise<Set<string>> {
  const { name, raw } = await cli.workspace();
  const stored = new Set<string>();
  for (let after: string | undefined, more = true; more; ) {
    const page = await dataOf(
      raw.GET("/v2/workspace/{workspace}/workspace:listImportFiles", {
        params: { path: { workspace: name }, query: { id, ...(after !== undefined && { after }) } },
      }),
    );
    for (const sha256 of page.sha256) stored.add(sha256);
    after = page.sha256.at(-1);
    more = page.more;
  }
  return stored;
}

async function uploadFile(cli: Cli, id: string, folder: string, file: FolderFile): Promise<void> {
  const { name, raw } = await cli.workspace();
  const path = fileIn(folder, file.path);
  const digest = await digestOf(path);
  if (digest?.sha256 !== file.sha256)
    throw new Error(
      `${path} is ${digest === null ? "missing" : "damaged"}: its SHA-256 is not the listed one.`,
    );
  const content = await openAsBlob(path);
  await raw.POST("/v2/workspace/{workspace}/workspace:uploadImportFile", {
    params: { path: { workspace: name }, query: { id, sha256: file.sha256 } },
    body: content as never,
    bodySerializer: (body) => body,
    headers: { "content-type": "application/octet-stream" },
  });
}
