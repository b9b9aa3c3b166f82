import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Node } from "constructs";
import * as v from "valibot";
import { DEFAULT_PRODUCT_NAME } from "#shared/domain/brand.ts";

const Text = v.pipe(v.string(), v.minLength(1, "must not be empty"));
const Url = v.pipe(v.string(), v.url("must be a URL"));
const Origin = v.pipe(Url, v.regex(/^https?:\/\/[^/]+$/, "must be a URL without a path"));
const SecretName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9/_+=.@-]{1,256}$/, "must be the name of a secret"));
const WorkspaceId = v.pipe(v.string(), v.regex(/^\d{1,16}$/, "must be the id of a workspace"));
const Positive = v.pipe(v.number(), v.integer(), v.minValue(1));
const PerRegion = v.strictObject({ EU: Text, US: Text });

const Idp = v.strictObject({
  issuer: Text,
  clientId: Text,
  authUrl: Url,
  apiUrl: Url,
  /** Secret that contains the key for management calls. */
  apiKeySecret: SecretName,
  /** Comma-separated literals that clients may put before the token. */
  tokenPrefix: v.optional(v.string(), ""),
  /** Token claim with the workspace ID; by default, tokens name only their organization. */
  workspaceClaim: v.optional(Text),
  /** Secret and path of the provider's webhook; without it, the operation that receives events does not exist. */
  webhooks: v.optional(v.strictObject({ secret: SecretName, path: v.optional(Text) })),
});

const Edge = v.strictObject({
  /** Certificate for all addresses. CloudFront accepts only certificates in us-east-1. */
  certificateArn: v.pipe(
    v.string(),
    v.regex(
      /^arn:aws:acm:us-east-1:\d{12}:certificate\/.+$/,
      "must be the ARN of a certificate in us-east-1",
    ),
  ),
  /** Secret that authenticates the edge to the origins; 20 to 100 characters long. */
  originSecret: SecretName,
  /** Previous secret, which the origins also accept while the secret is being rotated. */
  formerOriginSecret: v.optional(SecretName),
  /** Maximum number of requests per IP address in five minutes. */
  requestsPerAddress: v.optional(v.pipe(Positive, v.minValue(100)), 150_000),
  /** The same for requests without a header that can contain a token, apart from preflight requests. */
  requestsWithoutToken: v.optional(v.pipe(Positive, v.minValue(100)), 10_000),
  /** Maximum number of requests per token in five minutes. */
  requestsPerToken: v.optional(v.pipe(Positive, v.minValue(100)), 3_000),
});

const Retention = v.strictObject({
  /** Number of days for which a deleted workspace can be restored. */
  workspaceDays: v.optional(Positive, 7),
  logDays: v.optional(v.picklist([7, 14, 30, 60, 90, 180, 365]), 90),
  /** Number of days for which SQL results are kept. */
  resultDays: v.optional(Positive, 1),
});

const Sql = v.strictObject({
  /** `auto`: functions run queries that read little data, and Athena runs all others. */
  engine: v.optional(v.picklist(["auto", "athena", "duckdb"]), "auto"),
  /** Additional catalog that three-part names may start with, alongside the workspace name. */
  catalog: v.optional(Text),
  /** Maximum total size of the files in a query that `auto` runs in functions, in bytes. */
  embeddedBytes: v.optional(Positive, 32_000_000),
  /** Maximum amount of data that one query may read, by tier. */
  scanGigabytes: v.optional(v.strictObject({ standard: Positive, large: Positive }), {
    standard: 10,
    large: 1000,
  }),
  /** Tier of every workspace not listed below. */
  tier: v.optional(v.picklist(["standard", "large"]), "standard"),
  /** IDs of the workspaces that run their queries in the `large` tier. */
  largeWorkspaces: v.optional(v.pipe(v.array(WorkspaceId), v.maxLength(50, "must have at most 50 ids")), []),
});

const Canary = v.strictObject({
  /** Name of a workspace that no one else uses. */
  workspace: Text,
  /** Secret with the ID and secret of a machine in that workspace, as JSON: `client_id`, `client_secret`. */
  secret: SecretName,
});

const WorkspaceLimit = v.pipe(Positive, v.maxValue(1000));

/** Maximum work per workspace and region. */
const WorkspaceLimits = v.strictObject({
  /** Requests per second, averaged over a few seconds. */
  requestsPerSecond: v.optional(v.pipe(Positive, v.maxValue(10_000)), 300),
  /** Queries, and views for which columns are being inferred. */
  queries: v.optional(WorkspaceLimit, 10),
  /** Files being uploaded. */
  uploads: v.optional(WorkspaceLimit, 10),
  /** Gigabytes of files in loads that have failed or are not finalized. */
  stagedGigabytes: v.optional(WorkspaceLimit, 20),
});

/**
 * Reserved concurrency per region: both a maximum and a guaranteed capacity. By default 440 of an account's 1,000, so
 * that 560 remain for requests; even if both regions share an AWS region, Lambda's minimum of 100 remains.
 */
const ReservedConcurrency = v.strictObject({
  /** Task slices. */
  tasks: v.optional(Positive, 200),
  /** Load files. */
  files: v.optional(Positive, 200),
  /** Tables being compacted. */
  compactions: v.optional(Positive, 20),
  /** Receivers of commits; each commits for one or more workspaces. */
  commits: v.optional(v.pipe(Positive, v.minValue(2)), 20),
});

const Context = v.strictObject({
  /** `localstack` omits everything that LocalStack does not support (edge, SQL workgroups, dashboards). */
  target: v.optional(v.picklist(["aws", "localstack"]), "aws"),
  account: v.pipe(v.string(), v.regex(/^\d{12}$/, "must be a 12-digit AWS account number")),
  homeRegion: Text,
  regions: PerRegion,
  staffOrgId: Text,
  /** Origin of the web application; only its pages may call the API. */
  appUrl: Origin,
  platformUrl: Origin,
  /** Product name shown in the console and the documentation. */
  productName: v.optional(
    v.pipe(Text, v.maxLength(60, "must have at most 60 characters")),
    DEFAULT_PRODUCT_NAME,
  ),
  /** FASTA file of germline genes, relative to the project's folder. It is copied next to the functions that compare antibodies with it. */
  germlinesFile: v.optional(Text),
  regionUrls: v.strictObject({ EU: Origin, US: Origin }),
  idp: Idp,
  /** Documentation portal to which readers are redirected with a login code. */
  docsPortal: v.optional(v.strictObject({ url: Url, secret: SecretName })),
  edge: v.optional(Edge),
  /** Upload server: a web function that scales to zero, or a service that is always running. */
  uploads: v.optional(v.picklist(["function", "service"]), "function"),
  retention: v.optional(Retention, {}),
  /** Rate limit of each API, in requests per second. */
  throttle: v.optional(v.strictObject({ rate: Positive, burst: Positive }), { rate: 2_000, burst: 4_000 }),
  /** Invalid tokens from one IP address in a minute after which further unknown tokens are refused without a check; 100 by default. */
  invalidTokensPerAddress: v.optional(Positive),
  workspaceLimits: v.optional(WorkspaceLimits, {}),
  /** Set to `false` to reserve nothing, for accounts with too few concurrent executions. */
  reservedConcurrency: v.optional(v.union([v.literal(false), ReservedConcurrency]), {}),
  /** `strict`: by default, responses contain only enumeration values from the specification. */
  apiCompatibility: v.optional(v.picklist(["full", "strict"]), "full"),
  /**
   * `queue`: on AWS, loads commit through a queue, so that the loads of a workspace share transactions. `direct`: each commits in
   * its own function.
   */
  commits: v.optional(v.picklist(["queue", "direct"]), "queue"),
  sql: v.optional(Sql, {}),
  /** Workspaces, by region, in which a function performs a load, a query and an undo every ten minutes; none by default. */
  canary: v.optional(v.strictObject({ EU: v.optional(Canary), US: v.optional(Canary) })),
  /** Alarm recipients. */
  alarmEmails: v.optional(v.array(v.pipe(v.string(), v.email())), []),
});

const Config = v.pipe(
  Context,
  v.forward(
    v.check(({ target, edge }) => target === "localstack" || edge !== undefined, "is required on AWS"),
    ["edge"],
  ),
  // Traces of a deleted workspace in the SQL results must be gone by the time its data is removed.
  v.forward(
    v.check(
      ({ retention }) => retention.resultDays <= retention.workspaceDays,
      "must not be longer than retention.workspaceDays",
    ),
    ["retention", "resultDays"],
  ),
  // LocalStack has only one account.
  v.transform((config) => (config.target === "localstack" ? { ...config, account: "000000000000" } : config)),
);
export type Config = v.InferOutput<typeof Config>;

/** Settings folder, with one file per environment. */
const CONFIG = new URL("../config/", import.meta.url);

/**
 * Reads the settings of the environment named by the context (`--context environment=staging`; defaults to `example`).
 * Individual context settings override those in the file (`--context target=localstack`). Throws an error that names any
 * missing or invalid environment or setting.
 */
export function readConfig(node: Pick<Node, "tryGetContext">): Config {
  const environment: unknown = node.tryGetContext("environment") ?? "example";
  const given = Object.keys(Context.entries).map((key) => [key, node.tryGetContext(key)] as const);
  const changes = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return readEnvironment(String(environment), changes);
}

/** Reads the settings of an environment, with optional overrides. Throws as `readConfig` does. */
export function readEnvironment(environment: string, changes: Record<string, unknown> = {}): Config {
  const file = new URL(`${environment}.json`, CONFIG);
  if (!/^[a-z][a-z0-9-]*$/.test(environment) || !existsSync(file)) {
    const known = readdirSync(CONFIG).map((name) => name.replace(/\.json$/, ""));
    throw new Error(
      `config/${environment}.json does not exist. Available environments: ${known.sort().join(", ")}.`,
    );
  }
  const settings = JSON.parse(readFileSync(file, "utf8"));
  return parseConfig({ ...settings, ...changes }, `config/${environment}.json`);
}

/** Validates settings. Throws an error that names each missing, invalid or unknown setting, and their source. */
export function parseConfig(context: unknown, source = "The context"): Config {
  const result = v.safeParse(Config, context);
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => {
    return `${v.getDotPath(issue) ?? "context"}: ${messageOf(issue)}`;
  });
  throw new Error(`${source} cannot be used. ${problems.join("; ")}`);
}

function messageOf({ kind, received, expected, message }: v.BaseIssue<unknown>): string {
  if (received === "undefined") return "is missing";
  return kind === "schema" && expected === "never" ? "is not a known setting" : message;
}
