import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { formatCount } from "@pdp/basics/wording";
import { bytesOf, dataOf } from "#client/rawClient.ts";
import { type Waiting, waitFor } from "#client/waitFor.ts";
import type { Cli } from "../../cli.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import {
  type FolderFile,
  hasFile,
  INDEX,
  listedFiles,
  ROOT,
  removeOthers,
  writeFileOf,
} from "./exportFolder.ts";
import { inParallel, sizeOf, type TransferWords, transferWords } from "./transferWords.ts";

/** Folders and files of an export. */
const PARTS = new Set([ROOT, INDEX, "objects", "records", "tables"]);
const NEW_ROOT = "export.json.partial";

/** Exports the workspace to a folder, or brings an earlier export there up to date. */
export const exportWorkspace: CliCommand = {
  arguments: [["<folder>", "folder for the export; an interrupted or earlier export is continued"]],
  notes: "Requires the role manager. The folder contains everything in the workspace: protect it.",
  run: async (cli, _options, folder: string) => {
    await requireFolder(folder);
    const onwards = `To continue: pdp workspace export ${folder}`;
    const count = await cli.waiting(transferWords, onwards, (waiting) => download(cli, folder, waiting));
    const { files, bytes, copied } = count;
    cli.done(
      count,
      `✓ ${formatCount(files, "file")}, ${sizeOf(bytes)} in ${folder} (${formatCount(copied, "new file")})`,
    );
  },
};

async function requireFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  const other = names.find((name) => !PARTS.has(name.replace(/\.partial$/, "")));
  if (other !== undefined)
    throw new UsageError(`${folder} contains ${other}, which is not part of an export. Use an empty folder.`);
  // Files that are not listed are removed, so the folder must be that of an export.
  if (names.length > 0 && ![ROOT, NEW_ROOT].some((name) => names.includes(name)))
    throw new UsageError(`${folder} contains files, but no export. Use an empty folder.`);
}

async function download(cli: Cli, folder: string, { onProgress, signal }: Waiting<TransferWords>) {
  const { name, raw } = await cli.workspace();
  const path = { workspace: name };
  const started = await dataOf(raw.POST("/v2/workspace/{workspace}/workspace:export", { params: { path } }));
  const query = { id: started.id, wait_seconds: 1 };
  const read = () =>
    dataOf(raw.GET("/v2/workspace/{workspace}/workspace:getExport", { params: { path, query } }));
  const ended = await waitFor(
    read,
    ({ state }) => state !== "RUNNING",
    {
      ...(signal && { signal }),
      onProgress: ({ progress }) => onProgress?.({ verb: "exporting", progress }),
    },
    500,
  );
  if (ended.state === "FAILED" || ended.export === null) throw new Error(ended.errors.join("\n"));
  const root = ended.export;
  const fetched = async (file: string, sha256: string | null, target = file): Promise<void> => {
    const params = { path, query: { id: started.id, path: file, redirect: true } };
    const content = await bytesOf(
      raw.GET("/v2/workspace/{workspace}/workspace:getExportFile", {
        params,
        parseAs: "stream",
        ...(signal && { signal }),
      }),
    );
    await writeFileOf(folder, target, content, sha256);
  };
  // Until the new export is complete, the folder contains none.
  await fetched(ROOT, null, NEW_ROOT);
  await rm(join(folder, ROOT), { force: true });
  await fetched(INDEX, root.index.sha256);
  const listed = new Set([ROOT, NEW_ROOT, INDEX]);
  const progress = { files: 0, bytes: 0, total_files: root.files, total_bytes: root.bytes };
  let copied = 0;
  await inParallel(listedFiles(folder), async (file: FolderFile) => {
    signal?.throwIfAborted();
    listed.add(file.path);
    if (!(await hasFile(folder, file))) {
      if (file.bytes > 0) await fetched(file.path, file.sha256);
      else await writeFileOf(folder, file.path, new Blob([]).stream(), file.sha256);
      copied += 1;
    }
    progress.files += 1;
    progress.bytes += file.bytes;
    onProgress?.({ verb: "downloading", progress });
  });
  await removeOthers(folder, listed);
  await rename(join(folder, NEW_ROOT), join(folder, ROOT));
  return { files: root.files, bytes: root.bytes, copied, version_id: root.version_id };
}
