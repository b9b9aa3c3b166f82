import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { withFolder } from "../support/withCleanup.ts";
import { onDuckDb } from "./onDuckDb.ts";
import { LAKES, onLake } from "./onLake.ts";
import { onPlatform } from "./onPlatform.ts";
import { STEPS, type StoryTimes, writeStory } from "./story.ts";

const HELP = `Runs one story on the platform and on its peers, and prints the platform's times and its ratios to theirs: small
loads, a large one, queries, undo and redo of the large load, a count at an earlier version, the rows of one load.

  node bench/peers/run.ts [--loads 200] [--rows 2000000] [--files 8]

  BENCH_PYTHON   a Python with deltalake, pyiceberg, pyarrow and duckdb (python3 unless set); peers without packages are skipped`;

/** Prints one line per step: the platform's time, and its ratio to the time of each peer. */
function print(platform: StoryTimes, peers: Record<string, StoryTimes>): void {
  const names = Object.keys(peers);
  console.log(["step", "platform", ...names.map((name) => `÷ ${name}`)].join(" | "));
  for (const [step, what] of Object.entries(STEPS) as [keyof StoryTimes, string][]) {
    const value = platform[step];
    const shown = step === "bytes" ? `${(value / 1e6).toFixed(1)} MB` : `${value.toFixed(1)} ms`;
    const ratios = names.map((name) => (value / (peers[name]?.[step] ?? Number.NaN)).toPrecision(3));
    console.log([what, shown, ...ratios].join(" | "));
  }
}

const { values } = parseArgs({
  options: {
    help: { type: "boolean", short: "h", default: false },
    loads: { type: "string", default: "200" },
    rows: { type: "string", default: "2000000" },
    files: { type: "string", default: "8" },
  },
});
if (values.help) console.log(HELP);
else {
  await withFolder(async (folder) => {
    const [loads, rows, files] = [values.loads, values.rows, values.files].map(Number) as [
      number,
      number,
      number,
    ];
    if (!(loads >= 2 && rows >= files && files >= 1))
      throw new Error(
        "--loads must be at least 2, --files at least 1, and --rows at least the number of files",
      );
    const story = await writeStory(folder, loads, rows, files);
    const peers: Record<string, StoryTimes> = {};
    const newFolder = async (name: string): Promise<string> => {
      const path = join(folder, name);
      await mkdir(path);
      return path;
    };
    console.log(`${loads} loads of 1,000 rows, one of ${rows} in ${files} files`);
    const platform = await onPlatform(story);
    peers.DuckDB = await onDuckDb(story, await newFolder("DuckDB"));
    for (const format of LAKES) {
      const times = await onLake(format, story, await newFolder(format));
      if ("skipped" in times) console.log(`${format} is skipped: ${times.skipped}`);
      else peers[format] = times;
    }
    print(platform, peers);
  });
}
