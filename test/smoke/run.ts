import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { explainFailure } from "../../examples/explainFailure.ts";
import { checks } from "./allChecks.ts";
import { optionsFrom } from "./options.ts";
import { runChecks } from "./runChecks.ts";
import { openLab } from "./smokeLab.ts";

const HELP = `Checks a deployment from outside, in two workspaces that are made for it and deleted at the end.

  npm run smoke -- --base-url URL [options]

  --base-url URL       the platform's address, such as https://api.example.org or http://127.0.0.1:4000
  --region EU|US       region of the workspaces (default EU)
  --staff-token T      a token of platform staff; better in SMOKE_STAFF_TOKEN, since arguments are visible
  --member-token T     one of somebody of another workspace, who is not staff; or SMOKE_MEMBER_TOKEN
  --tenant-role ARN    a tenant role of the region, for the check tenantRole
  --environment NAME   for tenantRole: settings in config/NAME.json (default example)
  --table, --bucket    its table and bucket, where they have other names than infra/names.ts gives them
  --patience SECONDS   maximum time of one load, task or workspace (default 300)
  --only NAMES         some checks, separated by commas
  --keep               leaves the workspaces
  --help               this text

A platform on this machine (npm start) needs no tokens: they come from its own identity provider.

${Object.entries(checks)
  .map(([name, { summary }]) => `  ${name.padEnd(13)} ${summary}`)
  .join("\n")}

The exit code is 0 when no check failed, 1 when one did, 2 when there was nothing to check with, when Ctrl-C ended it, or when
something was left behind. docs/smoke.md says more.`;

/**
 * Maximum time that the running check may take to stop after an interruption, in milliseconds: longer than the maximum time
 * without data.
 */
const END_TIMEOUT_MS = 90_000;
/** Time within which signals count as one, in milliseconds: npm may forward a signal from the terminal. */
const TOGETHER = 1_000;

/** Runs the checks and returns the exit code. */
async function run(args: string[]): Promise<number> {
  const options = optionsFrom(args, process.env, Object.keys(checks));
  if (options === "help") {
    console.log(HELP);
    return 0;
  }
  const start = performance.now();
  const signal = interruption();
  const open = await openLab(options, signal);
  const { own, other } = open.lab;
  console.log(`${options.baseUrl}, region ${options.region} at ${own.origin}`);
  console.log(`workspaces ${own.name} and ${other.name}\n`);
  try {
    const chosen = Object.entries(checks).filter(
      ([name]) => options.only.length === 0 || options.only.includes(name),
    );
    const { ok, notOk, notRun } = await waitAfterSignal(
      signal,
      runChecks(open.lab, chosen, (line) => console.log(line)),
    );
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`\n${ok} ok, ${notOk} not ok, ${notRun} not run, in ${seconds} s`);
    return notOk > 0 ? 1 : 0;
  } finally {
    console.log(await open.close());
  }
}

/**
 * Returns a signal that is aborted on interruption, so that nothing is left on a deployment. A second Ctrl-C exits the
 * process.
 */
function interruption(): AbortSignal {
  const controller = new AbortController();
  let first = 0;
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (!controller.signal.aborted) {
        first = performance.now();
        controller.abort(new Error(`Ended by ${name}`));
      } else if (performance.now() - first > TOGETHER) process.exit(2);
    });
  }
  return controller.signal;
}

/**
 * Waits for the work even after the signal, up to a timeout, so that the work does not use workspaces that are being deleted.
 */
async function waitAfterSignal<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const late = async (): Promise<never> => {
    if (!signal.aborted) await once(signal, "abort");
    await sleep(END_TIMEOUT_MS);
    throw signal.reason;
  };
  return Promise.race([work, late()]);
}

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(explainFailure(error));
    process.exit(2);
  },
);
