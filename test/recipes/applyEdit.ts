import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Edit } from "./recipe.ts";

/** Makes a change in a copy of the project. Throws unless the text next to the insertion occurs exactly once. */
export async function applyEdit(root: string, edit: Edit): Promise<void> {
  const path = join(root, edit.file);
  if ("create" in edit) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, edit.create, { flag: "wx" });
    return;
  }
  await writeFile(path, insertText(await readFile(path, "utf8"), edit));
}

/** Returns the text of a file with the text that an edit inserts. */
export function insertText(text: string, edit: Exclude<Edit, { create: string }>): string {
  const anchor = "after" in edit ? edit.after : edit.before;
  const count = text.split(anchor).length - 1;
  if (count !== 1)
    throw new Error(`${edit.file} has the text ${JSON.stringify(anchor)} ${count} times, not once`);
  const at = text.indexOf(anchor) + ("after" in edit ? anchor.length : 0);
  return text.slice(0, at) + edit.insert + text.slice(at);
}
