import * as v from "valibot";
import { presentVariables } from "./presentVariables.ts";

export const Region = v.picklist(["EU", "US"]);
export type Region = v.InferOutput<typeof Region>;

/** Settings of one region: its storage, address and state machines. */
const RegionSettings = v.object({
  apiUrl: v.pipe(v.string(), v.url()),
  awsRegion: v.string(),
  table: v.string(),
  bucket: v.string(),
  loadMachine: v.string(),
  taskMachine: v.string(),
  maintenanceMachine: v.string(),
});
export type RegionSettings = v.InferOutput<typeof RegionSettings>;

/** Claims that every token has with another meaning. */
const REGISTERED_CLAIMS = ["aud", "client_id", "exp", "iat", "iss", "jti", "nbf", "org_id", "sid", "sub"];

/** Whole number whose text has a pattern. */
const numeral = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern), v.transform(Number));

const Variables = v.object({
  /** Region that this deployment serves; absent on the platform address. */
  REGION: v.optional(Region),
  PLATFORM_URL: v.pipe(v.string(), v.url()),
  HOME_AWS_REGION: v.string(),
  PLATFORM_TABLE: v.string(),
  /** Bucket of the platform itself, with pictures of users. */
  PLATFORM_BUCKET: v.string(),
  WORKSPACE_MACHINE: v.string(),
  DELETION_MACHINE: v.string(),
  /** Time during which a deleted workspace can be restored, in seconds. */
  WORKSPACE_RETENTION_SECONDS: v.optional(numeral(/^\d{1,9}$/), "604800"),
  /** JSON: region → its settings. */
  REGIONS: v.pipe(v.string(), v.parseJson(), v.object({ EU: RegionSettings, US: RegionSettings })),
  IDP_ISSUER: v.optional(v.string()),
  IDP_CLIENT_ID: v.optional(v.string()),
  IDP_AUTH_URL: v.optional(v.string()),
  IDP_API_URL: v.optional(v.string()),
  IDP_API_KEY: v.optional(v.string()),
  IDP_WEBHOOK_SECRET: v.optional(v.string()),
  IDP_WEBHOOK_PATH: v.optional(v.string()),
  STAFF_ORG_ID: v.optional(v.string()),
  /** Documentation portal: the only origin to which users are sent with a login code. */
  DOCS_PORTAL_URL: v.optional(v.pipe(v.string(), v.url())),
  DOCS_PORTAL_SECRET: v.optional(v.string()),
  /** Literals that clients may put before a token, separated by commas: "ca_,m2m_". */
  TOKEN_PREFIX: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(",").flatMap((prefix) => prefix.trim() || [])),
    ),
    "",
  ),
  /** Claim of a token that names its workspace by id; absent if tokens name an organization only (`org_id`). */
  TOKEN_WORKSPACE_CLAIM: v.optional(
    v.pipe(v.string(), v.trim(), v.notValues(REGISTERED_CLAIMS, "must be a claim of its own")),
  ),
  /** `strict`: answers have values of enumerations that the specification names alone, unless a request asks otherwise. */
  API_COMPATIBILITY: v.optional(v.picklist(["full", "strict"]), "full"),
  APP_URL: v.optional(v.string(), ""),
  /** Role with access to the data of one workspace; absent if only the code isolates workspaces. */
  TENANT_ROLE: v.optional(v.string()),
  /** Directory of objects as plain files; absent if they must be downloaded. */
  LAKE_DIRECTORY: v.optional(v.string()),
  SCRATCH_DIRECTORY: v.optional(v.string(), "/tmp"),
  /**
   * Maximum size of cached data files on the disk, in bytes. A function has 10.7 GB, of which a query's sorts and joins
   * may use 4 GB.
   */
  SCRATCH_CACHE_BYTES: v.optional(numeral(/^\d{1,15}$/), "6000000000"),
  /** Another catalog of SQL names, next to the workspace's name and `workspace`. */
  SQL_CATALOG: v.optional(v.string()),
  /** Maximum time that the embedded engine computes one query, in seconds. */
  QUERY_TIMEOUT_SECONDS: v.optional(numeral(/^[1-9]\d{0,3}$/), "60"),
  /** Maximum size of one streamed answer, in bytes; unlimited if absent. */
  MAX_ANSWER_BYTES: v.optional(numeral(/^[1-9]\d{0,15}$/)),
  /**
   * Maximum number of concurrent queries (including views that are being described), and of uploads, of one workspace
   * in a region.
   */
  QUERIES_PER_WORKSPACE: v.optional(numeral(/^[1-9]\d{0,3}$/)),
  UPLOADS_PER_WORKSPACE: v.optional(numeral(/^[1-9]\d{0,3}$/)),
  /** Maximum size of the files of a workspace's loads that are not finalized, or have failed, in bytes. */
  STAGED_BYTES: v.optional(numeral(/^[1-9]\d{0,14}$/), "20000000000"),
  /** Number of small data files of one table and context from which on they are merged. */
  COMPACTION_MIN_FILES: v.optional(numeral(/^(?:[2-9]|[1-9]\d{1,3})$/), "16"),
  /** Minimum age of the loads whose files are merged, in seconds. */
  COMPACTION_MIN_AGE_SECONDS: v.optional(numeral(/^\d{1,9}$/), "300"),
  /** Size from which on a data file is not small, in bytes. */
  COMPACTION_TARGET_BYTES: v.optional(numeral(/^[1-9]\d{0,9}$/), "67108864"),
  /** Engine of queries; `auto`: Athena, but for queries that read little. */
  SQL_ENGINE: v.optional(v.picklist(["duckdb", "athena", "auto"]), "duckdb"),
  /** Maximum size of the files of a query that `auto` lets the embedded engine answer, in bytes. */
  EMBEDDED_QUERY_BYTES: v.optional(numeral(/^\d{1,12}$/), "32000000"),
  /** Workgroup of this deployment's queries, which limits the bytes that one query may scan. */
  ATHENA_WORKGROUP: v.optional(v.string()),
  /** JSON: another workgroup → the ids of the workspaces whose queries it runs instead. */
  ATHENA_WORKGROUPS: v.optional(
    v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.array(v.pipe(v.string(), v.digits())))),
    "{}",
  ),
  /** Prefix of query results, `s3://bucket/prefix/`; needs a lifecycle rule that expires leftovers. */
  ATHENA_OUTPUT: v.optional(v.pipe(v.string(), v.regex(/^s3:\/\/[a-z0-9][-.a-z0-9]*\/(?:[^/]+\/)*$/))),
  ATHENA_CATALOG: v.optional(v.string(), "AwsDataCatalog"),
  /** Prefix of the name of a workspace's Glue database; its id follows. */
  ATHENA_DATABASE_PREFIX: v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,63}$/)), "workspace_"),
  ATHENA_TIMEOUT_SECONDS: v.optional(numeral(/^[1-9]\d{0,4}$/), "240"),
  AWS_ENDPOINT_URL_ATHENA: v.optional(v.string()),
  AWS_ENDPOINT_URL_GLUE: v.optional(v.string()),
  AWS_ENDPOINT_URL_DYNAMODB: v.optional(v.string()),
  AWS_ENDPOINT_URL_S3: v.optional(v.string()),
  AWS_ENDPOINT_URL_SFN: v.optional(v.string()),
});

export interface IdpSettings {
  issuer: string;
  clientId: string;
  authUrl: string;
  apiUrl: string;
  apiKey: string;
  /** Literals, one of which clients may put before the token. */
  tokenPrefixes?: readonly string[];
  /** Claim with the id of the workspace that a token is for, which then says more than its organization. */
  workspaceClaim?: string | undefined;
}

/** Maximum amount of concurrent work of one workspace in a region; null: unlimited. */
export interface WorkspaceLimits {
  queries: number | null;
  uploads: number | null;
}

export interface AthenaSettings {
  workgroup: string;
  /** Other workgroups, by the ids of the workspaces that use them. */
  workgroups: Readonly<Record<string, string>>;
  /** `s3://bucket/prefix/` */
  output: string;
  catalog: string;
  databasePrefix: string;
  timeoutSeconds: number;
  /** Maximum size of the files of a query that the embedded engine answers, in bytes; null: it answers none. */
  embeddedBytes: number | null;
}

/** All differences between two deployments. No other code may depend on where it runs. */
export interface EnvironmentSettings {
  region: Region | null;
  platformUrl: string;
  home: {
    awsRegion: string;
    table: string;
    bucket: string;
    workspaceMachine: string;
    deletionMachine: string;
  };
  /** Time during which a deleted workspace can be restored, in seconds. */
  retentionSeconds: number;
  regions: Record<Region, RegionSettings>;
  /** Null if no identity provider is configured. */
  idp: IdpSettings | null;
  /** Webhooks of the provider; null if it sends none. */
  webhooks: { secret: string; path: string | null } | null;
  staffOrgId: string | null;
  /** Null if no documentation portal is configured. */
  docsPortal: { url: string; secret: string } | null;
  appUrl: string;
  /** Role that is assumed with a session tag for each workspace; null if only the code isolates workspaces. */
  tenantRole: string | null;
  lakeDirectory: string | null;
  scratchDirectory: string;
  /** Maximum size of cached data files, in bytes; files in use by queries may exceed it. */
  scratchCacheBytes: number;
  /** Another catalog of SQL names, next to the workspace's name and `workspace`. */
  sqlCatalog: string | undefined;
  /** True if answers have values of enumerations that the specification names alone, by default. */
  strictAnswers: boolean;
  /** Maximum time that the embedded engine computes one query, in seconds. */
  queryTimeoutSeconds: number;
  /** Maximum size of one streamed answer, in bytes; null: unlimited. */
  maxAnswerBytes: number | null;
  /** Null if the embedded engine computes queries, and on the platform, which computes none. */
  athena: AthenaSettings | null;
  /** Prefix of the name of a workspace's Glue database; null if the SQL engine creates none. */
  sqlDatabasePrefix: string | null;
  /** Limits that functions enforce by leases; a single-machine deployment schedules work per workspace instead. */
  workspaceLimits: WorkspaceLimits;
  /** Maximum size of the files of a workspace's loads that are not finalized, or have failed, in bytes. */
  stagedBytes: number;
  /** Rules by which small data files are merged. */
  compaction: { minFiles: number; minAgeMs: number; targetBytes: number };
  /** Always null; `Settings` has the isolation of tenants' work. */
  isolation: null;
  endpoints: { dynamodb?: string; s3?: string; sfn?: string; athena?: string; glue?: string };
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parses the environment of one deployment, in which an empty variable is an absent one. Throws an error that names a missing
 * or invalid variable.
 */
export function settingsFrom(environment: Environment): EnvironmentSettings {
  const parsed = v.safeParse(Variables, presentVariables(environment));
  if (!parsed.success) {
    const problems = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? "?"}: ${issue.message}`);
    throw new Error(`The environment of this deployment is incomplete. ${problems.join("; ")}`);
  }
  const variables = parsed.output;
  const settings: EnvironmentSettings = {
    region: variables.REGION ?? null,
    platformUrl: variables.PLATFORM_URL,
    home: {
      awsRegion: variables.HOME_AWS_REGION,
      table: variables.PLATFORM_TABLE,
      bucket: variables.PLATFORM_BUCKET,
      workspaceMachine: variables.WORKSPACE_MACHINE,
      deletionMachine: variables.DELETION_MACHINE,
    },
    retentionSeconds: variables.WORKSPACE_RETENTION_SECONDS,
    regions: variables.REGIONS,
    idp: idpSettings(variables),
    webhooks: webhooks(variables),
    staffOrgId: variables.STAFF_ORG_ID ?? null,
    docsPortal: docsPortal(variables),
    appUrl: variables.APP_URL,
    tenantRole: variables.TENANT_ROLE ?? null,
    lakeDirectory: variables.LAKE_DIRECTORY ?? null,
    scratchDirectory: variables.SCRATCH_DIRECTORY,
    scratchCacheBytes: variables.SCRATCH_CACHE_BYTES,
    strictAnswers: variables.API_COMPATIBILITY === "strict",
    sqlCatalog: variables.SQL_CATALOG?.trim() || undefined,
    queryTimeoutSeconds: variables.QUERY_TIMEOUT_SECONDS,
    maxAnswerBytes: variables.MAX_ANSWER_BYTES ?? null,
    athena: athenaSettings(variables),
    sqlDatabasePrefix: variables.SQL_ENGINE === "duckdb" ? null : variables.ATHENA_DATABASE_PREFIX,
    workspaceLimits: {
      queries: variables.QUERIES_PER_WORKSPACE ?? null,
      uploads: variables.UPLOADS_PER_WORKSPACE ?? null,
    },
    stagedBytes: variables.STAGED_BYTES,
    compaction: {
      minFiles: variables.COMPACTION_MIN_FILES,
      minAgeMs: variables.COMPACTION_MIN_AGE_SECONDS * 1000,
      targetBytes: variables.COMPACTION_TARGET_BYTES,
    },
    isolation: null,
    endpoints: {},
  };
  if (variables.AWS_ENDPOINT_URL_DYNAMODB) settings.endpoints.dynamodb = variables.AWS_ENDPOINT_URL_DYNAMODB;
  if (variables.AWS_ENDPOINT_URL_S3) settings.endpoints.s3 = variables.AWS_ENDPOINT_URL_S3;
  if (variables.AWS_ENDPOINT_URL_SFN) settings.endpoints.sfn = variables.AWS_ENDPOINT_URL_SFN;
  if (variables.AWS_ENDPOINT_URL_ATHENA) settings.endpoints.athena = variables.AWS_ENDPOINT_URL_ATHENA;
  if (variables.AWS_ENDPOINT_URL_GLUE) settings.endpoints.glue = variables.AWS_ENDPOINT_URL_GLUE;
  return settings;
}

function athenaSettings(variables: v.InferOutput<typeof Variables>): AthenaSettings | null {
  if (variables.SQL_ENGINE === "duckdb" || variables.REGION === undefined) return null;
  const { ATHENA_WORKGROUP: workgroup, ATHENA_OUTPUT: output } = variables;
  if (!workgroup || !output) {
    throw new Error(
      `SQL_ENGINE=${variables.SQL_ENGINE} needs ATHENA_WORKGROUP and ATHENA_OUTPUT (s3://bucket/prefix/).`,
    );
  }
  return {
    workgroup,
    workgroups: Object.fromEntries(
      Object.entries(variables.ATHENA_WORKGROUPS).flatMap(([other, ids]) => ids.map((id) => [id, other])),
    ),
    output,
    catalog: variables.ATHENA_CATALOG,
    databasePrefix: variables.ATHENA_DATABASE_PREFIX,
    timeoutSeconds: variables.ATHENA_TIMEOUT_SECONDS,
    embeddedBytes: variables.SQL_ENGINE === "auto" ? variables.EMBEDDED_QUERY_BYTES : null,
  };
}

function idpSettings(variables: v.InferOutput<typeof Variables>): IdpSettings | null {
  const { IDP_ISSUER, IDP_CLIENT_ID, IDP_AUTH_URL, IDP_API_URL, IDP_API_KEY } = variables;
  if (!IDP_ISSUER || !IDP_CLIENT_ID || !IDP_AUTH_URL || !IDP_API_URL || !IDP_API_KEY) return null;
  return {
    issuer: IDP_ISSUER,
    clientId: IDP_CLIENT_ID,
    authUrl: IDP_AUTH_URL,
    apiUrl: IDP_API_URL,
    apiKey: IDP_API_KEY,
    tokenPrefixes: variables.TOKEN_PREFIX,
    workspaceClaim: variables.TOKEN_WORKSPACE_CLAIM || undefined,
  };
}

function webhooks({ IDP_WEBHOOK_SECRET, IDP_WEBHOOK_PATH }: v.InferOutput<typeof Variables>) {
  return IDP_WEBHOOK_SECRET ? { secret: IDP_WEBHOOK_SECRET, path: IDP_WEBHOOK_PATH || null } : null;
}

function docsPortal({ DOCS_PORTAL_URL, DOCS_PORTAL_SECRET }: v.InferOutput<typeof Variables>) {
  return DOCS_PORTAL_URL && DOCS_PORTAL_SECRET ? { url: DOCS_PORTAL_URL, secret: DOCS_PORTAL_SECRET } : null;
}
