import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const here = import.meta.dirname;
const { resolve } = createRequire(import.meta.url);
const ESBUILD = resolve("esbuild/bin/esbuild");
const BUNDLE = ["--bundle", "--format=esm", "--platform=node"];
const HEY_API = ["--package", "@hey-api/openapi-ts@0.99.0", "--package", "typescript@5.9.3"];

/** Program with its arguments. */
export type Step = readonly [program: string, ...args: string[]];

interface Places {
  /** Folder with the Python programs. */
  programs: string;
  /** File with the OpenAPI document. */
  document: string;
  /** Folder in which each client gets a subfolder. */
  folder: string;
  /** Arguments for the program that uses a client: the URLs of a running platform. */
  running: readonly string[];
}

/** Returns the steps that generate, compile and use each client. */
export function generatorSteps(places: Places): Record<string, Step[]> {
  const { programs, document, folder } = places;
  const python = join(programs, "python");
  const client = (name: string): string => join(folder, name);
  const importAll = (path: string, name: string): Step => [python, join(here, "import_all.py"), path, name];
  const listAll = (path: string, name: string): Step => [
    python,
    ...[join(here, "list_all.py"), path, name, ...places.running],
  ];
  const generate = (generator: string): Step => [
    python,
    join(here, "generate.py"),
    ...["generate", "--skip-validate-spec", "-i", document, "-g", generator, "-o", client(generator)],
    // Otherwise, the generator omits models of internal fields but keeps the fields.
    ...["--openapi-normalizer", "REMOVE_X_INTERNAL=true"],
  ];
  return {
    "openapi-python-client": [
      [
        join(programs, "openapi-python-client"),
        ...["generate", "--path", document, "--output-path", client("python_client"), "--meta", "none"],
        "--fail-on-warning",
      ],
      importAll(folder, "python_client"),
      listAll(folder, "python_client"),
    ],
    "openapi-generator, Python": [
      generate("python"),
      importAll(client("python"), "openapi_client"),
      [python, join(here, "round_trip.py"), client("python"), ...places.running],
      listAll(client("python"), "openapi_client"),
    ],
    "hey-api": [
      ["npx", "--yes", ...HEY_API, "openapi-ts", "-i", document, "-o", client("hey")],
      compileTypeScript(client("hey")),
      [ESBUILD, join(client("hey"), "index.ts"), ...BUNDLE, `--outfile=${client("hey.mjs")}`],
      [process.execPath, join(here, "listAll.ts"), client("hey.mjs"), ...places.running],
    ],
    "openapi-generator, TypeScript": [
      generate("typescript-fetch"),
      compileTypeScript(client("typescript-fetch")),
    ],
    "openapi-generator, Java": [
      generate("java"),
      ["mvn", "-q", "-B", "-ntp", "-f", join(client("java"), "pom.xml"), "compile"],
    ],
  };
}

function compileTypeScript(folder: string): Step {
  const tsc = join(dirname(resolve("typescript/package.json")), "bin/tsc");
  const modules = ["--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler"];
  const libraries = ["--skipLibCheck", "--lib", "es2022,dom,dom.iterable"];
  return [process.execPath, tsc, "--noEmit", ...modules, ...libraries, join(folder, "index.ts")];
}
