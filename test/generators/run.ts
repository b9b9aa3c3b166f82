import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { documentation } from "#functions/documentation.ts";
import { operations } from "#functions/operations.ts";
import { openApiDocument } from "#shared/api/openapi.ts";
import { NoPython, preparePython } from "../python/preparePython.ts";
import { runProgram } from "../python/withPlatform.ts";

const here = import.meta.dirname;
const SERVERS = {
  platform: "https://api.example.org",
  EU: "https://eu.example.org",
  US: "https://us.example.org",
};

type Step = [program: string, ...args: string[]];

/** Steps that generate a client into a folder and compile it. `programs` is the folder of Python's programs. */
function stepsOf(programs: string, document: string, folder: string): Record<string, Step[]> {
  const python = join(programs, "python");
  const client = (name: string): string => join(folder, name);
  const generate = (generator: string): Step => [
    python,
    join(here, "generate.py"),
    ...["generate", "--skip-validate-spec", "-i", document, "-g", generator, "-o", client(generator)],
    // Otherwise the generator omits models of internal fields, and keeps the fields.
    ...["--openapi-normalizer", "REMOVE_X_INTERNAL=true"],
  ];
  const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
  return {
    "openapi-python-client": [
      [
        join(programs, "openapi-python-client"),
        ...["generate", "--path", document, "--output-path", client("python-client"), "--meta", "none"],
      ],
      [python, "-m", "compileall", "-q", client("python-client")],
    ],
    "openapi-generator, Python": [generate("python"), [python, "-m", "compileall", "-q", client("python")]],
    "openapi-generator, TypeScript": [
      generate("typescript-fetch"),
      [
        process.execPath,
        tsc,
        ...[
          "--noEmit",
          "--skipLibCheck",
          "--target",
          "es2022",
          "--module",
          "es2022",
          "--moduleResolution",
          "bundler",
        ],
        ...["--lib", "es2022,dom,dom.iterable", join(client("typescript-fetch"), "index.ts")],
      ],
    ],
    // Its compiler and its libraries are not packages of npm or PyPI: the sources are generated only.
    "openapi-generator, Java": [generate("java")],
  };
}

/** Generates clients from the OpenAPI document by programs of others, and compiles them. Returns the exit code. */
async function run(): Promise<number> {
  const programs = await preparePython(join(here, "requirements.txt"));
  const folder = await mkdtemp(join(tmpdir(), "generators-"));
  let code = 0;
  try {
    const document = join(folder, "openapi.json");
    await writeFile(document, JSON.stringify(openApiDocument({ ...operations, ...documentation }, SERVERS)));
    for (const [name, steps] of Object.entries(stepsOf(programs, document, folder))) {
      let failed = 0;
      for (const [program, ...args] of steps) failed ||= await runProgram(program, args, folder);
      console.log(`${failed === 0 ? "ok" : "NOT OK"}: ${name}, exit code ${failed}`);
      code ||= failed;
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return code;
}

process.exitCode = await run().catch((error: unknown) => {
  if (!(error instanceof NoPython)) throw error;
  console.log(`skipped, ${error.message}`);
  return 0;
});
