import * as v from "valibot";
import { DEFAULT_PRODUCT_NAME } from "#shared/domain/brand.ts";

export const Region = v.picklist(["EU", "US"]);
export type Region = v.InferOutput<typeof Region>;

/** ARN of a state machine; empty in functions of another region, which do not start it. */
const Machine = v.optional(v.string(), "");

/** Settings of one region: its storage, address and state machines. */
export const RegionSettings = v.object({
  apiUrl: v.pipe(v.string(), v.url()),
  awsRegion: v.string(),
  table: v.string(),
  bucket: v.string(),
  loadMachine: Machine,
  taskMachine: Machine,
  maintenanceMachine: Machine,
  queryMachine: Machine,
});
export type RegionSettings = v.InferOutput<typeof RegionSettings>;

/** Claims that are in every token and have another meaning. */
const REGISTERED_CLAIMS = ["aud", "client_id", "exp", "iat", "iss", "jti", "nbf", "org_id", "sid", "sub"];

/** Schema that parses text matching a pattern as an integer. */
const numeral = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern), v.transform(Number));

export const Variables = v.object({
  /** Region served by this deployment; absent on the platform address. */
  REGION: v.optional(Region),
  PLATFORM_URL: v.pipe(v.string(), v.url()),
  HOME_AWS_REGION: v.string(),
  PLATFORM_TABLE: v.string(),
  /** Bucket of the platform itself, which contains pictures of users. */
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
  /** Documentation portal: the only origin that users are sent to with a login code. */
  DOCS_PORTAL_URL: v.optional(v.pipe(v.string(), v.url())),
  DOCS_PORTAL_SECRET: v.optional(v.string()),
  /** Comma-separated literals that clients may put before a token: "ca_,m2m_". */
  TOKEN_PREFIX: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(",").flatMap((prefix) => prefix.trim() || [])),
    ),
    "",
  ),
  /** Token claim with the name or id of the workspace; absent if tokens only name an organization (`org_id`). */
  TOKEN_WORKSPACE_CLAIM: v.optional(
    v.pipe(v.string(), v.trim(), v.notValues(REGISTERED_CLAIMS, "must be a separate claim")),
  ),
  /** `strict`: responses only contain enumeration values of the specification, unless a request overrides it. */
  API_COMPATIBILITY: v.optional(v.picklist(["full", "strict"]), "full"),
  APP_URL: v.optional(v.string(), ""),
  /** Product name shown on pages. */
  PRODUCT_NAME: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(60)), DEFAULT_PRODUCT_NAME),
  /** Role with access to the data of one workspace; absent if workspaces are only isolated in code. */
  TENANT_ROLE: v.optional(v.string()),
  /** Role for tools that read the tables of one workspace; absent on functions that do not issue credentials. */
  READER_ROLE: v.optional(v.string()),
  /** Directory that contains the objects as plain files; absent if objects must be downloaded. */
  LAKE_DIRECTORY: v.optional(v.string()),
  /** FASTA file of germline genes with which antibodies are compared; absent if the operator provides none. */
  GERMLINES_FILE: v.optional(v.string()),
  SCRATCH_DIRECTORY: v.optional(v.string(), "/tmp"),
  /**
   * Maximum size of cached data files on disk, in bytes. A function has 10.7 GB; sorts and joins of a query may use 4 GB of
   * that.
   */
  SCRATCH_CACHE_BYTES: v.optional(numeral(/^\d{1,15}$/), "6000000000"),
  /** Additional catalog of SQL names, next to the workspace's name and `workspace`. */
  SQL_CATALOG: v.optional(v.string()),
  /** Maximum computing time of one query on the embedded engine, in seconds. */
  QUERY_TIMEOUT_SECONDS: v.optional(numeral(/^[1-9]\d{0,3}$/), "60"),
  /** Maximum computing time of a query that was started as a resource, in seconds. A step has 15 minutes in total. */
  LONG_QUERY_TIMEOUT_SECONDS: v.optional(numeral(/^[1-9]\d{0,3}$/), "840"),
  /** Time after which a statement of Trino's protocol ends if its client requests nothing, in seconds. */
  QUERY_CLIENT_TIMEOUT_SECONDS: v.optional(numeral(/^[1-9]\d{0,4}$/), "300"),
  /** Maximum size of one streamed response, in bytes; unlimited if absent. */
  MAX_ANSWER_BYTES: v.optional(numeral(/^[1-9]\d{0,15}$/)),
  /**
   * Maximum number of concurrent queries (including views that are being described), and of concurrent uploads, per workspace
   * in a region.
   */
  QUERIES_PER_WORKSPACE: v.optional(numeral(/^[1-9]\d{0,3}$/)),
  UPLOADS_PER_WORKSPACE: v.optional(numeral(/^[1-9]\d{0,3}$/)),
  /** A workspace's share of the API in a region, in requests per second; unlimited if absent. */
  REQUESTS_PER_WORKSPACE: v.optional(numeral(/^[1-9]\d{0,4}$/)),
  /** Number of invalid tokens from one network address in a minute after which further unknown tokens are refused unchecked. */
  INVALID_TOKENS_PER_ADDRESS: v.optional(numeral(/^[1-9]\d{0,8}$/), "100"),
  /** Maximum total size of the files in a workspace's loads that have not been finalized or have failed, in bytes. */
  STAGED_BYTES: v.optional(numeral(/^[1-9]\d{0,14}$/), "20000000000"),
  /** `queue`: state machines send the commits of loads to a queue; by default, steps commit directly. */
  LOAD_COMMITS: v.optional(v.picklist(["direct", "queue"]), "direct"),
  /** Time after which an erasure searches everything again, in seconds: no step, query or upload takes longer. */
  ERASURE_SETTLE_SECONDS: v.optional(numeral(/^\d{1,5}$/), "900"),
  /** Number of small data files of one table and context that triggers a merge. */
  COMPACTION_MIN_FILES: v.optional(numeral(/^(?:[2-9]|[1-9]\d{1,3})$/), "16"),
  /** Minimum age of loads before their files are merged, in seconds. */
  COMPACTION_MIN_AGE_SECONDS: v.optional(numeral(/^\d{1,9}$/), "300"),
  /** Size threshold above which a data file no longer counts as small, in bytes. */
  COMPACTION_TARGET_BYTES: v.optional(numeral(/^[1-9]\d{0,9}$/), "67108864"),
  /**
   * When the versions of a table are described to Iceberg readers: each one in the background, or only those of tables that a
   * reader has loaded.
   */
  ICEBERG_SNAPSHOTS: v.optional(v.picklist(["always", "when_read"]), "always"),
  /** Age above which the versions of a table are no longer snapshots for Iceberg readers, in days; no limit if absent. */
  ICEBERG_SNAPSHOT_DAYS: v.optional(numeral(/^[1-9]\d{0,4}$/)),
  /** Query engine; `auto` uses the embedded engine for queries that read little, and Athena for others. */
  SQL_ENGINE: v.optional(v.picklist(["duckdb", "athena", "auto"]), "duckdb"),
  /** Maximum size of the files in a query that `auto` runs on the embedded engine, in bytes. */
  EMBEDDED_QUERY_BYTES: v.optional(numeral(/^\d{1,12}$/), "32000000"),
  /** Workgroup for this deployment's queries, which limits the number of bytes that one query may scan. */
  ATHENA_WORKGROUP: v.optional(v.string()),
  /** JSON: another workgroup → the ids of the workspaces for which it runs queries instead. */
  ATHENA_WORKGROUPS: v.optional(
    v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.array(v.pipe(v.string(), v.digits())))),
    "{}",
  ),
  /** Prefix of query results, `s3://bucket/prefix/`; needs a lifecycle rule that expires leftovers. */
  ATHENA_OUTPUT: v.optional(v.pipe(v.string(), v.regex(/^s3:\/\/[a-z0-9][-.a-z0-9]*\/(?:[^/]+\/)*$/))),
  ATHENA_CATALOG: v.optional(v.string(), "AwsDataCatalog"),
  /** Name prefix of a workspace's Glue database, followed by the workspace id. */
  ATHENA_DATABASE_PREFIX: v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,63}$/)), "workspace_"),
  ATHENA_TIMEOUT_SECONDS: v.optional(numeral(/^[1-9]\d{0,4}$/), "240"),
  AWS_ENDPOINT_URL_ATHENA: v.optional(v.string()),
  AWS_ENDPOINT_URL_GLUE: v.optional(v.string()),
  AWS_ENDPOINT_URL_DYNAMODB: v.optional(v.string()),
  AWS_ENDPOINT_URL_S3: v.optional(v.string()),
  AWS_ENDPOINT_URL_SFN: v.optional(v.string()),
  AWS_ENDPOINT_URL_STS: v.optional(v.string()),
});
