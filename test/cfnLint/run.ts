import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseConfig } from "#infra/config.ts";
import { exampleContext, ON_ATHENA, synthesizeInto } from "../infra/stacks/synthesized.ts";
import { NoPython, preparePython } from "../python/preparePython.ts";
import { runProgram } from "../python/withPlatform.ts";

const here = import.meta.dirname;

/** Kinds of deployment, by settings. Together, they contain every resource that the stacks can have. */
const DEPLOYMENTS: Readonly<Record<string, Record<string, unknown>>> = {
  "default settings": {},
  "Athena only": ON_ATHENA,
  "DuckDB only": { sql: { engine: "duckdb" } },
  "uploads on ECS": { uploads: "service" },
  LocalStack: { target: "localstack" },
};

/**
 * Warnings about templates that CDK generates: `DependsOn` next to a reference (W3005), which has no effect, and the account's
 * availability zones (W3010), which CDK looks up.
 */
const IGNORED = ["W3005", "W3010"];

/** Runs cfn-lint on all templates of each kind of deployment; arguments are passed through. Returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const programs = await preparePython(join(here, "requirements.txt"));
  let code = 0;
  for (const [name, changes] of Object.entries(DEPLOYMENTS)) {
    const folder = await mkdtemp(join(tmpdir(), "cfn-lint-"));
    try {
      synthesizeInto(folder, parseConfig(exampleContext(changes)));
      const templates = (await readdir(folder)).filter((file) => file.endsWith(".template.json"));
      const options = ["--regions", "us-east-1", "eu-central-1", "--ignore-checks", ...IGNORED];
      const found = await runProgram(
        join(programs, "cfn-lint"),
        [...options, ...args, "--", ...templates],
        folder,
      );
      console.log(
        `${found === 0 ? "ok" : "NOT OK"}: ${templates.length} templates, with ${name}, exit code ${found}`,
      );
      if (found !== 0) code = 1;
    } finally {
      await rm(folder, { recursive: true });
    }
  }
  return code;
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof NoPython)) throw error;
  console.log(`skipped, ${error.message}`);
  return 0;
});
