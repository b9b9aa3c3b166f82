import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { rowOfLargeLoad, type StoryFiles, type StoryTimes } from "./story.ts";

export const LAKES = ["DuckLake", "Delta", "Iceberg"] as const;

/** Runs the story on a table format through its Python package; returns the reason if that is impossible here. */
export async function onLake(
  format: (typeof LAKES)[number],
  story: StoryFiles,
  folder: string,
): Promise<StoryTimes | { skipped: string }> {
  const python = process.env.BENCH_PYTHON ?? "python3";
  const script = fileURLToPath(new URL("./onLake.py", import.meta.url));
  const child = spawn(python, [script, format, folder], { stdio: ["pipe", "pipe", "pipe"] });
  const started = new Promise<boolean>((resolve) => {
    child.once("spawn", () => resolve(true));
    child.once("error", () => resolve(false));
  });
  if (!(await started)) return { skipped: `no program ${python}` };
  child.stdin.on("error", () => undefined);
  child.stdin.end(JSON.stringify({ ...story, row: rowOfLargeLoad(story) }));
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const line = output.trim().split("\n").at(-1) ?? "";
  if (!line.startsWith("{")) {
    const reason = complaint.trim().split("\n").at(-1) || "it printed nothing";
    throw new Error(`${format}: ${reason}`);
  }
  return JSON.parse(line) as StoryTimes | { skipped: string };
}
