#!/usr/bin/env node
import { runProgram } from "./program.ts";

// npm runs the script `pdp` in the root of the checkout, but files are named from where the user is.
const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
if (script === "pdp" && folder) process.chdir(folder);

process.exitCode = await runProgram(process.argv.slice(2), process.env);
