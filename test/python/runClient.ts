import { join } from "node:path";
import { preparePython } from "./preparePython.ts";
import { runProgram, withPlatform } from "./withPlatform.ts";

const here = import.meta.dirname;

/** Runs the strict Python client against a separate platform. */
process.exitCode = await withPlatform(
  () => preparePython(join(here, "requirements.txt")),
  ({ url }, programs) => runProgram(join(programs, "python"), ["round_trip.py", url], here),
);
