import * as v from "valibot";

export const Region = v.picklist(["EU", "US"]);
export type Region = v.InferOutput<typeof Region>;

/** What one region offers: where its data lives, how it is called, and its state machines. */
const RegionSettings = v.object({
  apiUrl: v.pipe(v.string(), v.url()),
  awsRegion: v.string(),
  table: v.string(),
  bucket: v.string(),
  loadMachine: v.string(),
  taskMachine: v.string(),
});
export type RegionSettings = v.InferOutput<typeof RegionSettings>;

const Variables = v.object({
  /** The region this deployment serves; absent on the platform address. */
  REGION: v.optional(Region),
  PLATFORM_URL: v.pipe(v.string(), v.url()),
  HOME_AWS_REGION: v.string(),
  PLATFORM_TABLE: v.string(),
  /** Objects of the platform itself: pictures of users. */
  PLATFORM_BUCKET: v.string(),
  WORKSPACE_MACHINE: v.string(),
  DELETION_MACHINE: v.string(),
  /** How long a deleted workspace can be restored. */
  WORKSPACE_RETENTION_SECONDS: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)),
    "604800",
  ),
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
  /** The documentation portal: the one origin to which readers are sent with a login code. */
  DOCS_PORTAL_URL: v.optional(v.pipe(v.string(), v.url())),
  DOCS_PORTAL_SECRET: v.optional(v.string()),
  TOKEN_PREFIX: v.optional(v.string(), ""),
  APP_URL: v.optional(v.string(), ""),
  /** The role that opens the data of one workspace; absent where nothing keeps them apart but the code. */
  TENANT_ROLE: v.optional(v.string()),
  /** Where objects lie as plain files; absent where they must be downloaded first. */
  LAKE_DIRECTORY: v.optional(v.string()),
  SCRATCH_DIRECTORY: v.optional(v.string(), "/tmp"),
  /**
   * What copies of data files may take there between queries. A function has 10.7 GB, of which a query's sorts and joins may
   * take 4 GB.
   */
  SCRATCH_CACHE_BYTES: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
    "6000000000",
  ),
  /** Seconds that the embedded engine may compute for one query. */
  QUERY_TIMEOUT_SECONDS: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number)), "60"),
  /** How many queries (and views that are described) and uploads one workspace may have under way in a region at once. */
  QUERIES_PER_WORKSPACE: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number))),
  UPLOADS_PER_WORKSPACE: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/), v.transform(Number))),
  /** What computes queries. */
  SQL_ENGINE: v.optional(v.picklist(["duckdb", "athena"]), "duckdb"),
  /** The workgroup of this deployment's queries, with its limit on what one query may scan. */
  ATHENA_WORKGROUP: v.optional(v.string()),
  /** JSON: another workgroup → the ids of the workspaces whose queries it runs instead. */
  ATHENA_WORKGROUPS: v.optional(
    v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.array(v.pipe(v.string(), v.digits())))),
    "{}",
  ),
  /** Where results lie while they are read: `s3://bucket/prefix/`, in which what is left behind expires. */
  ATHENA_OUTPUT: v.optional(v.pipe(v.string(), v.regex(/^s3:\/\/[a-z0-9][-.a-z0-9]*\/(?:[^/]+\/)*$/))),
  ATHENA_CATALOG: v.optional(v.string(), "AwsDataCatalog"),
  /** A workspace's Glue database is named by this and its id. */
  ATHENA_DATABASE_PREFIX: v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,63}$/)), "workspace_"),
  ATHENA_TIMEOUT_SECONDS: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/), v.transform(Number)),
    "240",
  ),
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
  /** A literal that clients put before the token. */
  tokenPrefix?: string;
}

/** How much one workspace may have under way in a region at once; null: as much as it likes. */
export interface WorkspaceLimits {
  queries: number | null;
  uploads: number | null;
}

export interface AthenaSettings {
  workgroup: string;
  /** By the ids of the workspaces that have another. */
  workgroups: Readonly<Record<string, string>>;
  /** `s3://bucket/prefix/` */
  output: string;
  catalog: string;
  databasePrefix: string;
  timeoutSeconds: number;
}

/** Everything that differs between two deployments. Nothing else may ask where it runs. */
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
  /** How long a deleted workspace can be restored. */
  retentionSeconds: number;
  regions: Record<Region, RegionSettings>;
  /** null where no identity provider is configured. */
  idp: IdpSettings | null;
  /** The provider's events; null where it sends none. */
  webhooks: { secret: string; path: string | null } | null;
  staffOrgId: string | null;
  /** null where no documentation portal is configured. */
  docsPortal: { url: string; secret: string } | null;
  appUrl: string;
  /** Assumed for each workspace, named by a session tag; null where nothing keeps workspaces apart but the code. */
  tenantRole: string | null;
  lakeDirectory: string | null;
  scratchDirectory: string;
  /** What copies of data files may take there; those that queries are reading may exceed it. */
  scratchCacheBytes: number;
  /** Seconds that the embedded engine may compute for one query. */
  queryTimeoutSeconds: number;
  /** null where queries are computed by the embedded engine, and on the platform, which computes none. */
  athena: AthenaSettings | null;
  /** A workspace's Glue database is named by this and its id; null where SQL leaves nothing there. */
  sqlDatabasePrefix: string | null;
  /** Where functions hold to them; what runs on one machine gives out turns instead. */
  workspaceLimits: WorkspaceLimits;
  /** Set where tenants' work is kept apart: see `Settings`. */
  isolation: null;
  endpoints: { dynamodb?: string; s3?: string; sfn?: string; athena?: string; glue?: string };
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment of one deployment; a variable that is missing or wrong is named in the error. */
export function settingsFrom(environment: Environment): EnvironmentSettings {
  const parsed = v.safeParse(Variables, environment);
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
    queryTimeoutSeconds: variables.QUERY_TIMEOUT_SECONDS,
    athena: athenaSettings(variables),
    sqlDatabasePrefix: variables.SQL_ENGINE === "athena" ? variables.ATHENA_DATABASE_PREFIX : null,
    workspaceLimits: {
      queries: variables.QUERIES_PER_WORKSPACE ?? null,
      uploads: variables.UPLOADS_PER_WORKSPACE ?? null,
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
  if (variables.SQL_ENGINE !== "athena" || variables.REGION === undefined) return null;
  const { ATHENA_WORKGROUP: workgroup, ATHENA_OUTPUT: output } = variables;
  if (!workgroup || !output) {
    throw new Error("SQL_ENGINE=athena needs ATHENA_WORKGROUP and ATHENA_OUTPUT (s3://bucket/prefix/).");
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
  };
}

function idpSettings(variables: v.InferOutput<typeof Variables>): IdpSettings | null {
  const { IDP_ISSUER, IDP_CLIENT_ID, IDP_AUTH_URL, IDP_API_URL, IDP_API_KEY, TOKEN_PREFIX } = variables;
  if (!IDP_ISSUER || !IDP_CLIENT_ID || !IDP_AUTH_URL || !IDP_API_URL || !IDP_API_KEY) return null;
  return {
    issuer: IDP_ISSUER,
    clientId: IDP_CLIENT_ID,
    authUrl: IDP_AUTH_URL,
    apiUrl: IDP_API_URL,
    apiKey: IDP_API_KEY,
    tokenPrefix: TOKEN_PREFIX,
  };
}

function webhooks({ IDP_WEBHOOK_SECRET, IDP_WEBHOOK_PATH }: v.InferOutput<typeof Variables>) {
  return IDP_WEBHOOK_SECRET ? { secret: IDP_WEBHOOK_SECRET, path: IDP_WEBHOOK_PATH || null } : null;
}

function docsPortal({ DOCS_PORTAL_URL, DOCS_PORTAL_SECRET }: v.InferOutput<typeof Variables>) {
  return DOCS_PORTAL_URL && DOCS_PORTAL_SECRET ? { url: DOCS_PORTAL_URL, secret: DOCS_PORTAL_SECRET } : null;
}
