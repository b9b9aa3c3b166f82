import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { classPath, findJava, NoJava } from "../../support/javaPrograms.ts";
import { compareVerdicts, type Verdict } from "./compareVerdicts.ts";

const FOLDER = import.meta.dirname;
const MAX_OUTPUT_BYTES = 2 ** 28;
/** Java release that Trino 435 requires. */
const MIN_JAVA = 17;
/** The sample that `npm test` compares: every 20th sentence of those that are short enough to read. */
const SAMPLE = { file: join(FOLDER, "sample.jsonl"), step: 20, characters: 200 };

const run = promisify(execFile);

/**
 * Compares our parser with Trino's: generates sentences from Trino's grammar, and fails on a difference that is not listed.
 * `--sample` also writes the sample for `npm test`.
 */
async function compareWithTrino(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      count: { type: "string", default: "10000" },
      sample: { type: "boolean", default: false },
    },
  });
  const verdicts = await verdictsOf(values.seed, values.count);
  const { accepted, refused, sameTree, byReason, unexplained } = compareVerdicts(verdicts);
  for (const [reason, count] of [...byReason].sort((a, b) => b[1] - a[1]))
    console.log(`${count} differ: ${reason}`);
  for (const difference of unexplained) console.log(`FAILED: ${difference}`);
  if (values.sample) await writeSample(verdicts);
  const differences = verdicts.length - accepted - refused;
  console.log(
    `${verdicts.length} sentences: both parsers accept ${accepted} (${sameTree} with equal trees) and refuse ${refused}; ${differences} differ, ${unexplained.length} without a listed reason`,
  );
  return unexplained.length > 0 ? 1 : 0;
}

/** Returns Trino's verdicts on generated sentences. Maven downloads Trino's parser on the first run. */
async function verdictsOf(seed: string, count: string): Promise<Verdict[]> {
  const folder = await mkdtemp(join(tmpdir(), "trino-grammar-"));
  try {
    const java = await findJava(MIN_JAVA);
    const classpath = (await classPath(join(FOLDER, "pom.xml"))).trim();
    const sources = ["Sentences.java", "Main.java"].map((name) => join(FOLDER, name));
    await run("javac", ["-d", folder, "-cp", classpath, ...sources]);
    const { stdout } = await run(java, ["-cp", `${folder}:${classpath}`, "Main", seed, count], {
      maxBuffer: MAX_OUTPUT_BYTES,
    });
    return stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Verdict);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeSample(verdicts: readonly Verdict[]): Promise<void> {
  const short = verdicts.filter(({ text }) => text.length <= SAMPLE.characters);
  const lines = short
    .filter((_, index) => index % SAMPLE.step === 0)
    .map((verdict) => JSON.stringify(verdict));
  await writeFile(SAMPLE.file, `${[...new Set(lines)].join("\n")}\n`);
}

process.exitCode = await compareWithTrino().catch((error: NodeJS.ErrnoException) => {
  if (!(error instanceof NoJava) && error.code !== "ENOENT") throw error;
  console.log(`skipped, ${error instanceof NoJava ? error.message : "no Java compiler"}`);
  return 0;
});
