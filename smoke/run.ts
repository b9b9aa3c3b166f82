import { checks } from "./checks.ts";
import { explainFailure } from "./explainFailure.ts";
import { optionsFrom } from "./options.ts";
import { runChecks } from "./runChecks.ts";
import { openLab } from "./smokeLab.ts";

const HELP = `Checks a deployment from outside, in two workspaces that are made for it and deleted at the end.

  npm run smoke -- --base-url URL [options]

  --base-url URL       the platform's address, such as https://api.example.org or http://127.0.0.1:4000
  --region EU|US       where the workspaces are made (EU unless stated)
  --staff-token T      a token of platform staff; better in SMOKE_STAFF_TOKEN, since arguments are visible
  --member-token T     one of somebody of another workspace, who is not staff; or SMOKE_MEMBER_TOKEN
  --tenant-role ARN    a tenant role of the region, for the check tenantRole
  --table, --bucket    its table and bucket, where they have other names than infra/names.ts gives them
  --patience SECONDS   how long one load, task or workspace may take (300 unless stated)
  --only NAMES         some checks, separated by commas
  --keep               leaves the workspaces
  --help               this text

A platform on this machine (npm start) needs no tokens: they are had from its own identity provider.

${Object.entries(checks)
  .map(([name, { summary }]) => `  ${name.padEnd(13)} ${summary}`)
  .join("\n")}

The exit code is 0 when no check failed, 1 when one did, 2 when there was nothing to check with. docs/smoke.md says more.`;

/** Returns the exit code. */
async function run(args: string[]): Promise<number> {
  const options = optionsFrom(args, process.env, Object.keys(checks));
  if (options === "help") {
    console.log(HELP);
    return 0;
  }
  const start = performance.now();
  const interrupted = interruption();
  const open = await openLab(options);
  const { own, other } = open.lab;
  console.log(`${options.baseUrl}, region ${options.region} at ${own.origin}`);
  console.log(`workspaces ${own.name} and ${other.name}\n`);
  try {
    const chosen = Object.entries(checks).filter(
      ([name]) => options.only.length === 0 || options.only.includes(name),
    );
    const { ok, notOk, notRun } = await Promise.race([
      runChecks(open.lab, chosen, (line) => console.log(line)),
      interrupted,
    ]);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`\n${ok} ok, ${notOk} not ok, ${notRun} not run, in ${seconds} s`);
    return notOk > 0 ? 1 : 0;
  } finally {
    console.log(await open.close());
  }
}

/** Rejects when somebody ends this, so that nothing is left on a deployment. A second signal ends it at once. */
function interruption(): Promise<never> {
  const rejected = new Promise<never>((_resolve, reject) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => reject(new Error(`Ended by ${signal}`)));
    }
  });
  // It may come while nobody waits for it yet.
  rejected.catch(() => undefined);
  return rejected;
}

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(explainFailure(error));
    process.exit(2);
  },
);
