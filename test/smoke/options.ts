import { parseArgs } from "node:util";
import { dataDirectoryFrom } from "#local/idp/localSecret.ts";

export interface Options {
  /** Platform URL without a path. */
  baseUrl: string;
  staffToken: string | null;
  memberToken: string | null;
  region: "EU" | "US";
  tenantRole: string | null;
  /** Deployment environment, `config/<environment>.json`. */
  environment: string;
  table: string | null;
  bucket: string | null;
  /** Timeout for one load, task or workspace change, in seconds. */
  patience: number;
  keep: boolean;
  /** Check names; empty for all. */
  only: string[];
  /** State directory of a local platform. */
  dataDirectory: string;
}

/** Invalid options; only the message is printed. */
export class OptionError extends Error {}

/** Parses the command line and environment. Returns "help" if help is requested. */
export function optionsFrom(
  args: string[],
  environment: NodeJS.ProcessEnv,
  known: readonly string[],
): Options | "help" {
  const values = parseOptions(args);
  if (values.help) return "help";
  const only = (values.only ?? "").split(",").filter((name) => name !== "");
  const unknown = only.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new OptionError(`There is no check "${unknown}"; there are: ${known.join(", ")}.`);
  }
  if (values.region !== "EU" && values.region !== "US") {
    throw new OptionError(`--region is EU or US, not "${values.region}".`);
  }
  const patience = Number(values.patience);
  if (!Number.isInteger(patience) || patience < 1 || patience > 3600) {
    throw new OptionError("--patience takes a whole number of seconds from 1 to 3600.");
  }
  return {
    baseUrl: originOf(values["base-url"]),
    staffToken: values["staff-token"] || environment.SMOKE_STAFF_TOKEN || null,
    memberToken: values["member-token"] || environment.SMOKE_MEMBER_TOKEN || null,
    region: values.region,
    tenantRole: tenantRoleOf(values["tenant-role"]),
    environment: values.environment,
    table: values.table || null,
    bucket: values.bucket || null,
    patience,
    keep: values.keep,
    only,
    dataDirectory: dataDirectoryFrom(environment),
  };
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        "base-url": { type: "string" },
        "staff-token": { type: "string" },
        "member-token": { type: "string" },
        region: { type: "string", default: "EU" },
        "tenant-role": { type: "string" },
        environment: { type: "string", default: "example" },
        table: { type: "string" },
        bucket: { type: "string" },
        patience: { type: "string", default: "300" },
        keep: { type: "boolean", default: false },
        only: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (error) {
    throw new OptionError(`${error instanceof Error ? error.message : error} --help lists the options.`);
  }
}

function originOf(text: string | undefined): string {
  if (!text) {
    throw new OptionError(
      "--base-url is missing: the platform's address, such as https://api.example.org or http://127.0.0.1:4000.",
    );
  }
  const url = URL.parse(text);
  const isOrigin = url !== null && url.pathname === "/" && url.search === "" && url.hash === "";
  if (!isOrigin || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new OptionError(
      `--base-url is "${text}", but should be an address without a path, such as https://api.example.org.`,
    );
  }
  return url.origin;
}

function tenantRoleOf(arn: string | undefined): string | null {
  if (!arn) return null;
  if (/^arn:aws[-a-z]*:iam::\d{12}:role\/.+$/.test(arn)) return arn;
  throw new OptionError(
    "--tenant-role is the ARN of a role, such as arn:aws:iam::111111111111:role/workspace-eu-tenant-lake-read-lease-write-results-sql-table-read.",
  );
}
