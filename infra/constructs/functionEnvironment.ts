import { SecretValue } from "aws-cdk-lib";
import type { Config } from "../config.ts";
import { machineArn, names, type Place, roleArn } from "../names.ts";
import { type Access, tenantGrants } from "./permissions/grants.ts";
import { DATABASE_PREFIX, exceptionalTier, usesAthena } from "./permissions/sqlStatements.ts";
import { tenantRoleName } from "./permissions/tenantRoles.ts";

/** Stands for a secret where a function has to know that there is one, and not what it is. */
const ELSEWHERE = "held-by-another-function";

/** The environment of one function, as `settingsFrom` reads it: with the secrets of its own work alone. */
export function functionEnvironment(config: Config, name: string, access: Access): Record<string, string> {
  const { place } = access;
  const grants = tenantGrants(access);
  return {
    ...(place === "platform" ? {} : { REGION: place }),
    ...(grants.length === 0 ? {} : { TENANT_ROLE: roleArn(config, tenantRoleName(place, grants)) }),
    ...placesEnvironment(config),
    ...idpEnvironment(config, name, access),
    ...docsPortalEnvironment(config, name),
    ...sqlEnvironment(config, access),
    ...limitsEnvironment(config, access),
    WORKSPACE_RETENTION_SECONDS: String(config.retention.workspaceDays * 24 * 3600),
    STAFF_ORG_ID: config.staffOrgId,
    APP_URL: config.appUrl,
    NODE_OPTIONS: "--enable-source-maps",
  };
}

/** Where everything is. */
export function placesEnvironment(config: Config): Record<string, string> {
  const regionSettings = (region: "EU" | "US") => ({
    apiUrl: config.regionUrls[region],
    awsRegion: config.regions[region],
    table: names.table(region),
    bucket: names.bucket(config, region),
    loadMachine: machineArn(config, config.regions[region], names.loadMachine(region)),
    taskMachine: machineArn(config, config.regions[region], names.taskMachine(region)),
  });
  return {
    PLATFORM_URL: config.platformUrl,
    HOME_AWS_REGION: config.homeRegion,
    PLATFORM_TABLE: names.table("platform"),
    PLATFORM_BUCKET: names.bucket(config, "platform"),
    WORKSPACE_MACHINE: machineArn(config, config.homeRegion, names.workspaceMachine),
    DELETION_MACHINE: machineArn(config, config.homeRegion, names.deletionMachine),
    REGIONS: JSON.stringify({ EU: regionSettings("EU"), US: regionSettings("US") }),
  };
}

function idpEnvironment({ idp }: Config, name: string, { audience }: Access): Record<string, string> {
  // Steps work for whoever was let in before; only provisioning calls the provider.
  if ((audience === "step" || audience === "sweep") && name !== "provisionWorkspace") return {};
  const asks = audience !== "open";
  return {
    IDP_ISSUER: idp.issuer,
    IDP_CLIENT_ID: idp.clientId,
    IDP_AUTH_URL: idp.authUrl,
    IDP_API_URL: idp.apiUrl,
    IDP_API_KEY: asks ? secretText(idp.apiKeySecret) : ELSEWHERE,
    TOKEN_PREFIX: idp.tokenPrefix,
    ...(idp.webhooks && {
      // That there are events decides how long the mirror is trusted; their secret is for who receives them.
      IDP_WEBHOOK_SECRET: name === "receiveIdpEvent" ? secretText(idp.webhooks.secret) : ELSEWHERE,
    }),
    ...(idp.webhooks?.path && { IDP_WEBHOOK_PATH: idp.webhooks.path }),
  };
}

function docsPortalEnvironment({ docsPortal }: Config, name: string): Record<string, string> {
  if (!docsPortal || !["authorizeDocs", "exchangeDocsCode"].includes(name)) return {};
  return {
    DOCS_PORTAL_URL: docsPortal.url,
    DOCS_PORTAL_SECRET: name === "exchangeDocsCode" ? secretText(docsPortal.secret) : ELSEWHERE,
  };
}

/** The platform runs no queries: it has to know how to remove what they have left. */
function sqlEnvironment(config: Config, { place, needs }: Access): Record<string, string> {
  if (!usesAthena(config)) return {};
  if (place === "platform") {
    return needs.includes("sql:drop")
      ? { SQL_ENGINE: "athena", ATHENA_DATABASE_PREFIX: DATABASE_PREFIX }
      : {};
  }
  const other = exceptionalTier(config);
  return {
    SQL_ENGINE: "athena",
    ...(other && {
      ATHENA_WORKGROUPS: JSON.stringify({ [names.workgroup(place, other.tier)]: other.workspaces }),
    }),
    ATHENA_WORKGROUP: names.workgroup(place, config.sql.tier),
    ATHENA_OUTPUT: `s3://${names.resultBucket(config, place)}/`,
    ATHENA_DATABASE_PREFIX: DATABASE_PREFIX,
  };
}

/** Requests hold to the limits of their workspace; what state machines call has reserved concurrency. */
function limitsEnvironment({ workspaceLimits }: Config, { audience }: Access): Record<string, string> {
  if (audience !== "member") return {};
  return {
    QUERIES_PER_WORKSPACE: String(workspaceLimits.queries),
    UPLOADS_PER_WORKSPACE: String(workspaceLimits.uploads),
  };
}

/** A secret by its name: CloudFormation puts it in while it deploys, so that no template contains it. */
export function secretText(name: string): string {
  return SecretValue.secretsManager(name).unsafeUnwrap();
}

/**
 * What the edge of a place says to its origins. Another text for each place, because an AWS region takes the value of an
 * API key once, and places may share an AWS region.
 */
export function originSecret({ edge }: Config, place: Place): string {
  if (!edge) throw new Error("The settings of the edge are missing");
  return ofPlace(edge.originSecret, place);
}

/** What origins take, by the name of the secret: what the edge says, and what it said before while that is changed. */
export function originSecrets({ edge }: Config, place: Place): Record<string, string> {
  const known = [edge?.originSecret, edge?.formerOriginSecret].filter((name) => name !== undefined);
  return Object.fromEntries(known.map((name) => [name, ofPlace(name, place)]));
}

/** For the server of uploads. */
export function originEnvironment(config: Config, place: Place): Record<string, string> {
  const former = config.edge?.formerOriginSecret;
  return {
    ORIGIN_SECRET: originSecret(config, place),
    ...(former && { FORMER_ORIGIN_SECRET: ofPlace(former, place) }),
  };
}

function ofPlace(secretName: string, place: Place): string {
  return `${secretText(secretName)}-${place.toLowerCase()}`;
}
