import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { NoPython, preparePython } from "../python/preparePython.ts";
import { breaks } from "./breaks.ts";
import { deployEmulated, type Emulation } from "./emulation.ts";
import { rehearseRestore } from "./rehearseRestore.ts";
import { Trial } from "./tryDeployment.ts";

const HELP = `Deploys the AWS target on an emulator that decides IAM for every call, and tries it.

  npm run emulate                     deploys, runs the smoke tests and the demo's story, and looks at the decisions
  npm run emulate -- --no-story       without the story
  npm run emulate -- --break NAMES    breaks something, and ends with 0 if that was noticed, else with 1; several names
                                      are separated by commas, and "all" means each of them, one after the other
  npm run emulate -- --restore        damages a workspace and restores it with the operators' command, up to its whole history
  npm run emulate -- --keep           leaves the deployment until Ctrl-C

What can be broken:
${Object.entries(breaks)
  .map(([name, { what }]) => `  ${name.padEnd(13)} ${what}`)
  .join("\n")}

It needs Python 3.10 or later, PyPI at the first run, and openssl; without them it says "skipped" and ends with 0.`;

async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      story: { type: "boolean", default: true },
      break: { type: "string" },
      restore: { type: "boolean", default: false },
      keep: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
    allowNegative: true,
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const broken = values.break === "all" ? Object.keys(breaks) : (values.break?.split(",") ?? []);
  const unknown = broken.find((name) => !(name in breaks));
  if (unknown !== undefined) {
    console.error(
      `There is nothing called "${unknown}" to break; there are: ${Object.keys(breaks).join(", ")}.`,
    );
    return 2;
  }
  if (process.platform === "win32") throw new NoPython("the emulator's functions start by a shell script");
  const start = performance.now();
  const programs = await preparePython(join(import.meta.dirname, "requirements.txt"));
  const emulation = await deployEmulated(join(programs, "python"), console.log);
  try {
    printGaps(emulation);
    const trial = await new Trial(emulation).open();
    const problems =
      broken.length > 0
        ? await breakEach(trial, broken)
        : values.restore
          ? await rehearseRestore(emulation)
          : await trial.runAll(values.story);
    if (values.keep) await keep(emulation);
    for (const problem of problems) console.log(`NOT OK    ${problem}`);
    const verdict = problems.length > 0 ? `${problems.length} not ok` : "all ok";
    console.log(`\n${verdict}, in ${((performance.now() - start) / 1000).toFixed(0)} s`);
    return problems.length > 0 ? 1 : 0;
  } finally {
    await emulation.close();
  }
}

/** Prints what is deployed, and what the emulator does not support. */
function printGaps({ plan }: Emulation): void {
  console.log(`\ndeployed: ${plan.deployed.join(", ")}`);
  for (const [stack, reasons] of plan.left) {
    console.log(`not deployed: ${stack}`);
    for (const reason of reasons) console.log(`  ${reason}`);
  }
  console.log("");
}

/** Plants one fault at a time, and finally runs the whole journey. Returns the faults that were not detected. */
async function breakEach(trial: Trial, chosen: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  const verdicts: string[] = [];
  for (const name of chosen) {
    const { what } = breaks[name]!;
    console.log(`\n▸ ${name}: ${what}`);
    const noticed = await trial.runBroken(breaks[name]!);
    if (noticed.length === 0) problems.push(`not noticed: ${what}`);
    verdicts.push(
      `${noticed.length > 0 ? "noticed" : "MISSED "}  ${name.padEnd(13)} ${noticed.slice(0, 2).join("; ")}`,
    );
  }
  console.log("\n▸ whole again");
  const left = await trial.runBroken({
    what: "nothing",
    checks: ["journey", "tenantRole"],
    apply: async () => async () => undefined,
  });
  problems.push(...left.map((problem) => `still broken after all was made whole: ${problem}`));
  console.log(`\n${verdicts.join("\n")}`);
  return problems;
}

/** Leaves the deployment running until this process is interrupted. */
async function keep({ config, folder, environment }: Emulation): Promise<void> {
  const at = `AWS_ENDPOINT_URL=${environment.AWS_ENDPOINT_URL}`;
  console.log(
    `\nThe platform is at ${config.platformUrl}, its files are in ${folder.directory}, ${at}. Press Ctrl-C to stop it.`,
  );
  await once(process, "SIGINT");
}

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    if (error instanceof NoPython) {
      console.log(`skipped, ${error.message}`);
      process.exit(0);
    }
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
