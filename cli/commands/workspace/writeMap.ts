import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { type ExportRoot, fileIn, listedFiles } from "./exportFolder.ts";

/** Lists whose records are resources, with the kind of resource. */
const KINDS: Record<string, string> = {
  PROJECT: "project",
  ROUND: "round",
  TABLE: "table",
  LOAD: "load",
  FILE: "file",
  TASK: "task",
  SNAPSHOT: "snapshot",
  ARTIFACT: "artifact",
  ORDER: "order",
  VERSION: "version",
  ERASURE: "erasure",
};

/** Returns a CSV file with the kind, the earlier and the new id of each resource in an export. */
export async function writeMap(
  folder: string,
  root: ExportRoot,
  { id, offset }: { id: string; offset: number },
): Promise<string> {
  const lines = ["kind,exported_id,imported_id", `workspace,${root.workspace.id},${id}`];
  for await (const { path } of listedFiles(folder)) {
    if (!path.startsWith("records/")) continue;
    for await (const line of createInterface({ input: createReadStream(fileIn(folder, path)) })) {
      const { list, position } = JSON.parse(line) as { list: string; position: string };
      const kind = Object.hasOwn(KINDS, list) ? KINDS[list] : undefined;
      if (kind === undefined || !/^[0-9]{16}$/.test(position)) continue;
      lines.push(`${kind},${Number(position)},${Number(position) + offset}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
