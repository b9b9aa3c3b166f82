import * as v from "valibot";
import { type Region, type RegionSettings, Variables } from "./environmentVariables.ts";
import { presentVariables } from "./presentVariables.ts";

export interface IdpSettings {
  issuer: string;
  clientId: string;
  authUrl: string;
  apiUrl: string;
  apiKey: string;
  /** Optional prefixes of tokens. */
  tokenPrefixes?: readonly string[];
  /** Claim with the name or id of a token's workspace, which takes precedence over the token's organization. */
  workspaceClaim?: string | undefined;
}

/** Maximum amount of concurrent work per workspace in a region; null for unlimited. */
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
  /** Maximum size of the files in a query on the embedded engine, in bytes; null if that engine runs no queries. */
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
  /** Webhooks of the provider; null if it does not send any. */
  webhooks: { secret: string; path: string | null } | null;
  staffOrgId: string | null;
  /** Null if no documentation portal is configured. */
  docsPortal: { url: string; secret: string } | null;
  appUrl: string;
  /** Product name shown on pages. */
  productName: string;
  /** Role that is assumed with a session tag for each workspace; null if workspaces are only isolated in code. */
  tenantRole: string | null;
  /** Role that is assumed for tools that read the tables of one workspace; null if this process does not issue credentials. */
  readerRole: string | null;
  lakeDirectory: string | null;
  /** FASTA file of germline genes with which antibodies are compared; null if the operator provides none. */
  germlinesFile: string | null;
  scratchDirectory: string;
  /** Maximum size of cached data files, in bytes; files used by queries may exceed it. */
  scratchCacheBytes: number;
  /** Additional catalog of SQL names, next to the workspace's name and `workspace`. */
  sqlCatalog: string | undefined;
  /** True if, by default, responses only contain enumeration values of the specification. */
  strictAnswers: boolean;
  /** Maximum computing time of one query on the embedded engine, in seconds. */
  queryTimeoutSeconds: number;
  /** Maximum computing time of a query that was started as a resource, in seconds. */
  longQueryTimeoutSeconds: number;
  /** Time after which a statement of Trino's protocol ends if its client requests nothing, in milliseconds. */
  queryClientTimeoutMs: number;
  /** Maximum size of one streamed response, in bytes; null for unlimited. */
  maxAnswerBytes: number | null;
  /** Null if the embedded engine runs the queries, and on the platform address, which runs none. */
  athena: AthenaSettings | null;
  /** Name prefix of a workspace's Glue database; null if the SQL engine does not create one. */
  sqlDatabasePrefix: string | null;
  /** Limits that functions enforce with leases; a single-machine deployment schedules work per workspace instead. */
  workspaceLimits: WorkspaceLimits;
  /** A workspace's share of the API in a region, in requests per second; null for unlimited. */
  requestsPerWorkspace: number | null;
  /** Invalid tokens from one network address in a minute after which further unknown tokens are refused unchecked. */
  invalidTokensPerAddress: number;
  /** Maximum total size of the files in a workspace's loads that have not been finalized or have failed, in bytes. */
  stagedBytes: number;
  /** True if loads are committed by the receiver of a queue; false if their steps commit directly. */
  queuesCommits: boolean;
  /** Rules for merging small data files. */
  compaction: { minFiles: number; minAgeMs: number; targetBytes: number };
  /**
   * Whether each version is described to Iceberg readers before one asks for it, and for how many days it is a snapshot for
   * them; null: without end.
   */
  iceberg: { isEager: boolean; snapshotDays: number | null };
  /** Time after which an erasure searches everything again, in milliseconds: no reader of the rows takes longer. */
  erasureSettleMs: number;
  /** Always null; `Settings` contains the isolation of tenant work. */
  isolation: null;
  /** Always null; `Settings` contains the calls to a database that runs in this process. */
  callDatabase: null;
  /** Always null; `Settings` contains the purge of a database that keeps deleted records. */
  purgeDatabase: null;
  /** Always null; `Settings` contains the calls to an object store that runs in this process. */
  callObjects: null;
  endpoints: { dynamodb?: string; s3?: string; sfn?: string; athena?: string; glue?: string; sts?: string };
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parses the environment of one deployment; an empty variable counts as absent. Throws an error that names a missing or
 * invalid variable.
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
    productName: variables.PRODUCT_NAME,
    tenantRole: variables.TENANT_ROLE ?? null,
    readerRole: variables.READER_ROLE ?? null,
    lakeDirectory: variables.LAKE_DIRECTORY ?? null,
    germlinesFile: variables.GERMLINES_FILE ?? null,
    scratchDirectory: variables.SCRATCH_DIRECTORY,
    scratchCacheBytes: variables.SCRATCH_CACHE_BYTES,
    strictAnswers: variables.API_COMPATIBILITY === "strict",
    sqlCatalog: variables.SQL_CATALOG?.trim() || undefined,
    queryTimeoutSeconds: variables.QUERY_TIMEOUT_SECONDS,
    longQueryTimeoutSeconds: variables.LONG_QUERY_TIMEOUT_SECONDS,
    queryClientTimeoutMs: variables.QUERY_CLIENT_TIMEOUT_SECONDS * 1000,
    maxAnswerBytes: variables.MAX_ANSWER_BYTES ?? null,
    athena: athenaSettings(variables),
    sqlDatabasePrefix: variables.SQL_ENGINE === "duckdb" ? null : variables.ATHENA_DATABASE_PREFIX,
    workspaceLimits: {
      queries: variables.QUERIES_PER_WORKSPACE ?? null,
      uploads: variables.UPLOADS_PER_WORKSPACE ?? null,
    },
    requestsPerWorkspace: variables.REQUESTS_PER_WORKSPACE ?? null,
    invalidTokensPerAddress: variables.INVALID_TOKENS_PER_ADDRESS,
    stagedBytes: variables.STAGED_BYTES,
    queuesCommits: variables.LOAD_COMMITS === "queue",
    compaction: {
      minFiles: variables.COMPACTION_MIN_FILES,
      minAgeMs: variables.COMPACTION_MIN_AGE_SECONDS * 1000,
      targetBytes: variables.COMPACTION_TARGET_BYTES,
    },
    iceberg: {
      isEager: variables.ICEBERG_SNAPSHOTS === "always",
      snapshotDays: variables.ICEBERG_SNAPSHOT_DAYS ?? null,
    },
    erasureSettleMs: variables.ERASURE_SETTLE_SECONDS * 1000,
    isolation: null,
    callDatabase: null,
    purgeDatabase: null,
    callObjects: null,
    endpoints: {},
  };
  if (variables.AWS_ENDPOINT_URL_DYNAMODB) settings.endpoints.dynamodb = variables.AWS_ENDPOINT_URL_DYNAMODB;
  if (variables.AWS_ENDPOINT_URL_STS) settings.endpoints.sts = variables.AWS_ENDPOINT_URL_STS;
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
