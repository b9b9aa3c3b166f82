import { Command, InvalidArgumentError, Option } from "commander";
import { dataDirectoryFrom } from "#local/idp/localSecret.ts";

/** Checks in execution order: the last one leaves a workspace that is being deleted. */
export const CHECKS = {
  journey: "two loads, SQL at two versions, undo and redo of the first load, an analysis and its report",
  upload: "a file of exactly 100 MB by curl, downloaded again; one byte more is refused with 413",
  versions: "SQL reads exactly the files of a version (symlink tables on Athena), each value with its type",
  pathEscaping:
    "%3A and %3a in a path give the response of a plain colon, by GET and by POST, at every address",
  foreignIds: "ids of another workspace are 404, like ids that do not exist, and its data does not change",
  nonMembers:
    "every operation of a workspace refuses another workspace's member with 403, in the words for one that does not exist",
  tenantRole:
    "on AWS, a session tagged with one workspace reads its records and objects, and is denied another's",
  toolCredentials:
    "credentials from the Iceberg catalog read the workspace's rows and their metadata, and are denied everything else",
  deletionRace:
    "deletions and restores at the same time: documented responses, a workspace that is READY, all its data",
};

export type CheckName = keyof typeof CHECKS;

export interface Options {
  /** Platform URL without a path. */
  baseUrl: string;
  staffToken?: string;
  memberToken?: string;
  region: "EU" | "US";
  tenantRole?: string;
  /** Deployment environment, `config/<environment>.json`. */
  environment: string;
  table?: string;
  bucket?: string;
  /** Timeout for one load, task or workspace change, in seconds. */
  patience: number;
  keep: boolean;
  /** Checks to run. */
  only: CheckName[];
  /** State directory of a local platform. */
  dataDirectory: string;
}

const HELP = `
A platform on this machine (npm start) needs no tokens: they come from its own identity provider.

${Object.entries(CHECKS)
  .map(([name, summary]) => `  ${name.padEnd(16)} ${summary}`)
  .join("\n")}

The exit code is 0 if no check failed, 1 if one did, and 2 if the checks could not start, were stopped with Ctrl-C, or left
something that could not be deleted. docs/smoke.md says more.`;

/** Parses the command line and environment. Throws a `CommanderError` for invalid options, and for --help once it is printed. */
export function optionsFrom(args: readonly string[]): Options {
  const command = new Command("npm run smoke --")
    .description(
      "Checks a deployment from outside, in two workspaces that are created for it and deleted at the end.",
    )
    .requiredOption("--base-url <url>", "platform URL, such as https://api.example.org", originOf)
    .addOption(
      new Option("--region <region>", "region of the workspaces").choices(["EU", "US"]).default("EU"),
    )
    .addOption(
      new Option("--staff-token <token>", "token of platform staff; others can see arguments").env(
        "SMOKE_STAFF_TOKEN",
      ),
    )
    .addOption(
      new Option("--member-token <token>", "token of a member of another workspace who is not staff").env(
        "SMOKE_MEMBER_TOKEN",
      ),
    )
    .option("--tenant-role <arn>", "tenant role of the region, for tenantRole", tenantRoleOf)
    .option("--environment <name>", "for tenantRole: settings in config/<name>.json", "example")
    .option("--table <name>", "for tenantRole: table, if infra/names.ts does not give its name")
    .option("--bucket <name>", "for tenantRole: bucket, if infra/names.ts does not give its name")
    .option("--patience <seconds>", "maximum time of one load, task or workspace", patienceOf, 300)
    .option("--only <names>", "some checks, separated by commas", checkNamesOf, checkNamesOf(""))
    .option("--keep", "keep the workspaces", false)
    .addHelpText("after", HELP)
    .allowExcessArguments(false)
    .exitOverride();
  return {
    ...command.parse(args, { from: "user" }).opts(),
    dataDirectory: dataDirectoryFrom(process.env),
  } as Options;
}

function originOf(text: string): string {
  const url = URL.parse(text);
  const isOrigin = url !== null && url.pathname === "/" && url.search === "" && url.hash === "";
  if (isOrigin && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "")
    return url.origin;
  throw new InvalidArgumentError("Give a URL without a path, such as https://api.example.org.");
}

function tenantRoleOf(arn: string): string {
  if (/^arn:aws[-a-z]*:iam::\d{12}:role\/.+$/.test(arn)) return arn;
  throw new InvalidArgumentError(
    "Give the ARN of a role, such as arn:aws:iam::111111111111:role/workspace-eu-tenant-lake-read-lease-write-results-sql-table-read.",
  );
}

function patienceOf(text: string): number {
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 3600) return seconds;
  throw new InvalidArgumentError("Give a whole number of seconds from 1 to 3600.");
}

function checkNamesOf(text: string): CheckName[] {
  const known = Object.keys(CHECKS) as CheckName[];
  const names = text.split(",").filter((name) => name !== "");
  const unknown = names.find((name) => !Object.hasOwn(CHECKS, name));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`There is no check "${unknown}"; the checks are ${known.join(", ")}.`);
  }
  return names.length === 0 ? known : known.filter((name) => names.includes(name));
}
