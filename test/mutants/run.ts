import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { randomNumbers } from "../../examples/variants.ts";
import { copyProject } from "../documents/copyProject.ts";
import { ROOT } from "../documents/projectFiles.ts";
import { type Mutation, mutationsOf } from "./mutations.ts";

const HELP = `Changes one expression at a time in a copy of the project, runs the tests whose imports reach it, and lists
changes that no test notices.

  npm run mutants                                    10 changes in the folder of the day
  npm run mutants -- --folder shared/trino --count 50 --seed 7`;

/** Folders whose tests import them; one is tried each night. */
const FOLDERS = [
  ...["shared/domain", "shared/formats", "shared/trino", "shared/science", "shared/history", "shared/store"],
  ...["shared/http", "shared/engines", "client", "cli/files", "local/s3", "local/states"],
];
const DAY_MS = 86_400_000;
const TIMEOUT_MS = 120_000;

interface Report {
  testResults: { name: string; status: string }[];
}

const day = Math.floor(Date.now() / DAY_MS);
const { values } = parseArgs({
  options: {
    folder: { type: "string", default: FOLDERS[day % FOLDERS.length] as string },
    count: { type: "string", default: "10" },
    seed: { type: "string", default: String(day) },
    help: { type: "boolean", default: false },
  },
});
if (values.help) console.log(HELP);
else await tryMutants(values.folder, Number(values.count), Number(values.seed));

async function tryMutants(folder: string, count: number, seed: number): Promise<void> {
  console.log(`${count} changes in ${folder}, seed ${seed}`);
  const random = randomNumbers(seed);
  const files = globSync(`${folder}/**/*.ts`, { cwd: ROOT, exclude: [`${folder}/test/**`] }).toSorted();
  const all = (
    await Promise.all(
      files.map(async (file) =>
        mutationsOf(await readFile(join(ROOT, file), "utf8")).map((one) => ({ file, ...one })),
      ),
    )
  ).flat();
  const copy = await mkdtemp(join(tmpdir(), "mutants-"));
  const found = new Map<string, number>();
  const outcomes = { noticed: 0, unnoticed: 0, undecided: 0 };
  try {
    await copyProject(copy);
    for (let tried = 0; tried < count && all.length > 0; tried += 1) {
      const [mutant] = all.splice(Math.floor(random() * all.length), 1);
      if (mutant === undefined) break;
      const run = await runRelated(copy, mutant);
      if (run === null) {
        outcomes.undecided += 1;
        continue;
      }
      const { related, failed } = run;
      for (const file of related) found.set(file, (found.get(file) ?? 0) + (failed.includes(file) ? 1 : 0));
      outcomes[failed.length > 0 ? "noticed" : "unnoticed"] += 1;
      if (failed.length > 0) continue;
      console.log(
        `${mutant.file}:${mutant.line} unnoticed by ${related.length} test files\n  - ${mutant.before}\n  + ${mutant.after}`,
      );
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
  const silent = [...found].filter(([, failures]) => failures === 0).map(([file]) => file);
  console.log(
    `Test files that noticed none of the changes that they reach: ${silent.toSorted().join(", ") || "none"}`,
  );
  const { noticed, unnoticed, undecided } = outcomes;
  console.log(`${noticed} noticed, ${unnoticed} unnoticed, ${undecided} without a result in time`);
}

/** Runs the tests that a changed file can affect. Returns these test files and the ones that failed; null if they take too long. */
async function runRelated(
  copy: string,
  { file, text }: Mutation & { file: string },
): Promise<{ related: string[]; failed: string[] } | null> {
  const path = join(copy, file);
  const original = await readFile(path, "utf8");
  await writeFile(path, text);
  const report = join(copy, "mutant.json");
  try {
    const args = ["related", file, "--run", "--bail=1", "--reporter=json", `--outputFile=${report}`];
    const run = spawnSync(join(copy, "node_modules/.bin/vitest"), args, { cwd: copy, timeout: TIMEOUT_MS });
    if (run.error) return null;
    const { testResults } = JSON.parse(await readFile(report, "utf8")) as Report;
    const names = (results: Report["testResults"]) => results.map(({ name }) => name.replace(`${copy}/`, ""));
    return {
      related: names(testResults),
      failed: names(testResults.filter(({ status }) => status === "failed")),
    };
  } finally {
    await writeFile(path, original);
    await rm(report, { force: true });
  }
}
