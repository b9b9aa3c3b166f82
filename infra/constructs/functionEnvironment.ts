import { SecretValue } from "aws-cdk-lib";
import { presentVariables } from "#shared/runtime/presentVariables.ts";
import { GERMLINES_NAME } from "../bundle.ts";
import type { Config } from "../config.ts";
import { type Location, machineArn, names, roleArn } from "../names.ts";
import { queuesCommits } from "./commitQueue.ts";
import { type Access, tenantGrants } from "./permissions/grants.ts";
import { readerRoleName } from "./permissions/readerRole.ts";
import { DATABASE_PREFIX, exceptionalTier, usesAthena } from "./permissions/sqlStatements.ts";
import { tenantRoleName } from "./permissions/tenantRoles.ts";

/**
 * Maximum size of a response that Lambda streams, in bytes: 200 MB, minus a margin for whatever Lambda counts in addition to
 * the body.
 */
const MAX_STREAM_BYTES = 200_000_000;

/** Path of the germline genes in a deployed function. */
const GERMLINES_COPY = `/var/task/${GERMLINES_NAME}`;

/** Placeholder for a secret, used by functions that only need to know that it exists. */
const ELSEWHERE = "held-by-another-function";

/**
 * Returns the environment of one function, as read by `settingsFrom`. It contains only the names of the function's secrets;
 * the function reads their values on startup.
 */
export function functionEnvironment(config: Config, name: string, access: Access): Record<string, string> {
  const { location } = access;
  const grants = tenantGrants(access);
  const secrets = secretsOf(config, name, access);
  return presentVariables({
    ...(Object.keys(secrets).length === 0 ? {} : { SECRETS: JSON.stringify(secrets) }),
    ...(location === "platform" ? {} : { REGION: location }),
    ...(grants.length === 0 ? {} : { TENANT_ROLE: roleArn(config, tenantRoleName(location, grants)) }),
    ...(access.needs.includes("lake:vend") && { READER_ROLE: roleArn(config, readerRoleName(location)) }),
    ...locationsEnvironment(config, location),
    ...idpEnvironment(config, name, access),
    ...docsPortalEnvironment(config, name),
    ...sqlEnvironment(config, access),
    ...limitsEnvironment(config, access),
    ...(name === "planLoad" && queuesCommits(config) && { LOAD_COMMITS: "queue" }),
    ...(config.germlinesFile && location !== "platform" && { GERMLINES_FILE: GERMLINES_COPY }),
    ...(config.target === "aws" ? { MAX_ANSWER_BYTES: String(MAX_STREAM_BYTES) } : {}),
    WORKSPACE_RETENTION_SECONDS: String(config.retention.workspaceDays * 24 * 3600),
    STAFF_ORG_ID: config.staffOrgId,
    APP_URL: config.appUrl,
    ...(config.apiCompatibility === "strict" && { API_COMPATIBILITY: "strict" }),
    NODE_OPTIONS: "--enable-source-maps",
  });
}

/**
 * Returns the addresses and resource names of all locations. Functions in a region start only state machines there, and do not
 * get the names of others.
 */
export function locationsEnvironment(
  config: Config,
  location: Location = "platform",
): Record<string, string> {
  const regionSettings = (region: "EU" | "US") => ({
    apiUrl: config.regionUrls[region],
    awsRegion: config.regions[region],
    table: names.table(region),
    bucket: names.bucket(config, region),
    ...((location === "platform" || location === region) && {
      loadMachine: machineArn(config, config.regions[region], names.loadMachine(region)),
      taskMachine: machineArn(config, config.regions[region], names.taskMachine(region)),
      queryMachine: machineArn(config, config.regions[region], names.queryMachine(region)),
      maintenanceMachine: machineArn(config, config.regions[region], names.maintenanceMachine(region)),
    }),
  });
  return {
    PLATFORM_URL: config.platformUrl,
    PRODUCT_NAME: config.productName,
    HOME_AWS_REGION: config.homeRegion,
    PLATFORM_TABLE: names.table("platform"),
    PLATFORM_BUCKET: names.bucket(config, "platform"),
    WORKSPACE_MACHINE: machineArn(config, config.homeRegion, names.workspaceMachine),
    DELETION_MACHINE: machineArn(config, config.homeRegion, names.deletionMachine),
    REGIONS: JSON.stringify({ EU: regionSettings("EU"), US: regionSettings("US") }),
  };
}

/** Returns the secrets that a function reads: variable → name. */
export function secretsOf(
  { idp, docsPortal }: Config,
  name: string,
  { audience }: Access,
): Record<string, string> {
  const isStep = audience === "step" || audience === "sweep";
  // A picture needs no token, but is shown only while its user exists.
  const asks = isStep ? name === "provisionWorkspace" : audience !== "open" || name === "getPicture";
  return {
    ...(asks && { IDP_API_KEY: idp.apiKeySecret }),
    ...(idp.webhooks && name === "receiveIdpEvent" && { IDP_WEBHOOK_SECRET: idp.webhooks.secret }),
    ...(docsPortal && name === "exchangeDocsCode" && { DOCS_PORTAL_SECRET: docsPortal.secret }),
  };
}

function idpEnvironment({ idp }: Config, name: string, { audience }: Access): Record<string, string> {
  // Steps work on behalf of users who have already been authenticated; only provisioning calls the provider.
  if ((audience === "step" || audience === "sweep") && name !== "provisionWorkspace") return {};
  return {
    IDP_ISSUER: idp.issuer,
    IDP_CLIENT_ID: idp.clientId,
    IDP_AUTH_URL: idp.authUrl,
    IDP_API_URL: idp.apiUrl,
    // Functions that read this secret replace the placeholder with its value.
    IDP_API_KEY: ELSEWHERE,
    TOKEN_PREFIX: idp.tokenPrefix,
    ...(idp.workspaceClaim && { TOKEN_WORKSPACE_CLAIM: idp.workspaceClaim }),
    ...(idp.webhooks && {
      // All functions need to know whether the provider sends events, because this determines how long the mirror is trusted;
      // only the event receiver reads the secret itself.
      IDP_WEBHOOK_SECRET: ELSEWHERE,
    }),
    ...(idp.webhooks?.path && { IDP_WEBHOOK_PATH: idp.webhooks.path }),
  };
}

function docsPortalEnvironment({ docsPortal }: Config, name: string): Record<string, string> {
  if (!docsPortal || !["authorizeDocs", "exchangeDocsCode"].includes(name)) return {};
  return {
    DOCS_PORTAL_URL: docsPortal.url,
    DOCS_PORTAL_SECRET: ELSEWHERE,
  };
}

/** Returns SQL settings. The platform does not run queries, but removes the data that they leave. */
function sqlEnvironment(config: Config, { location, needs }: Access): Record<string, string> {
  const named: Record<string, string> =
    config.sql.catalog && location !== "platform" ? { SQL_CATALOG: config.sql.catalog } : {};
  if (!usesAthena(config)) return named;
  if (location === "platform") {
    return needs.includes("sql:drop")
      ? { SQL_ENGINE: config.sql.engine, ATHENA_DATABASE_PREFIX: DATABASE_PREFIX }
      : {};
  }
  const other = exceptionalTier(config);
  return {
    ...named,
    SQL_ENGINE: config.sql.engine,
    EMBEDDED_QUERY_BYTES: String(config.sql.embeddedBytes),
    ...(other && {
      ATHENA_WORKGROUPS: JSON.stringify({ [names.workgroup(location, other.tier)]: other.workspaces }),
    }),
    ATHENA_WORKGROUP: names.workgroup(location, config.sql.tier),
    ATHENA_OUTPUT: `s3://${names.resultBucket(config, location)}/`,
    ATHENA_DATABASE_PREFIX: DATABASE_PREFIX,
  };
}

const BYTES_PER_GIGABYTE = 1_000_000_000;

/** Returns the limits for requests; functions called by state machines have reserved concurrency instead. */
function limitsEnvironment(
  { workspaceLimits, invalidTokensPerAddress }: Config,
  { audience, needs }: Access,
): Record<string, string> {
  const ofAddress = invalidTokensPerAddress && {
    INVALID_TOKENS_PER_ADDRESS: String(invalidTokensPerAddress),
  };
  if (audience === "open" && needs.includes("tokens:count")) return { ...ofAddress };
  if (audience === "open" || audience === "step" || audience === "sweep") return {};
  if (audience !== "member") return { ...ofAddress };
  return {
    ...ofAddress,
    REQUESTS_PER_WORKSPACE: String(workspaceLimits.requestsPerSecond),
    QUERIES_PER_WORKSPACE: String(workspaceLimits.queries),
    UPLOADS_PER_WORKSPACE: String(workspaceLimits.uploads),
    STAGED_BYTES: String(workspaceLimits.stagedGigabytes * BYTES_PER_GIGABYTE),
  };
}

/** Returns a reference to a secret, which CloudFormation resolves at deployment, so that no template contains the secret. */
function secretText(name: string): string {
  return SecretValue.secretsManager(name).unsafeUnwrap();
}

/**
 * Returns the secret that a location's edge sends to its origins. It differs between locations, because an AWS region accepts a
 * given API key value only once, and locations may share an AWS region.
 */
export function originSecret({ edge }: Config, location: Location): string {
  if (!edge) throw new Error("The edge settings are missing");
  return atLocation(edge.originSecret, location);
}

/**
 * Returns the values that origins accept, by secret name: the current value, and the previous one during rotation.
 */
export function originSecrets({ edge }: Config, location: Location): Record<string, string> {
  const known = [edge?.originSecret, edge?.formerOriginSecret].filter((name) => name !== undefined);
  return Object.fromEntries(known.map((name) => [name, atLocation(name, location)]));
}

/** Returns the secrets for the upload server; the server adds its location. */
export function originSecretsOf({ edge }: Config): Record<string, string> {
  if (!edge) throw new Error("The edge settings are missing");
  const { originSecret: ORIGIN_SECRET, formerOriginSecret } = edge;
  return { ORIGIN_SECRET, ...(formerOriginSecret && { FORMER_ORIGIN_SECRET: formerOriginSecret }) };
}

/** Returns the environment of the upload server. */
export function uploadEnvironment(config: Config, name: string, access: Access): Record<string, string> {
  const secrets = { ...secretsOf(config, name, access), ...originSecretsOf(config) };
  return { ...functionEnvironment(config, name, access), SECRETS: JSON.stringify(secrets) };
}

function atLocation(secretName: string, location: Location): string {
  return `${secretText(secretName)}-${location.toLowerCase()}`;
}
