import { join } from "node:path";
import type { Environment } from "#shared/runtime/environment.ts";
import type { Region } from "#shared/runtime/environmentVariables.ts";
import { machineArn } from "./arns.ts";

/** Endpoint of the platform: the platform itself or one of its regions. */
export type Place = "platform" | Region;

/** Names of the local platform's components. None of them is secret; secrets are generated at each start. */
export const LOCAL = {
  homeAwsRegion: "eu-central-1",
  awsRegions: { EU: "eu-central-1", US: "us-east-1" } as Record<Region, string>,
  placeOf: (awsRegion: string): Region => (awsRegion === "us-east-1" ? "US" : "EU"),
  tables: ["platform", "workspaces-eu", "workspaces-us"],
  tableOf: (region: Region) => `workspaces-${region.toLowerCase()}`,
  buckets: ["platform", "lake-eu", "lake-us"],
  clientId: "client_local",
  staffOrgId: "org_staff",
};

/** Role name for tools that read tables; the object store knows what its sessions may read. */
const READER_ROLE = "arn:aws:iam::000000000000:role/reader";

interface Addresses {
  database: string;
  objects: string;
  states: string;
  idp: string;
}

/** Settings that the user may specify at startup. */
const PASSED_ON = [
  "APP_URL",
  "COMPACTION_MIN_AGE_SECONDS",
  "COMPACTION_MIN_FILES",
  "COMPACTION_TARGET_BYTES",
  "ERASURE_SETTLE_SECONDS",
  "GERMLINES_FILE",
  "ICEBERG_SNAPSHOTS",
  "ICEBERG_SNAPSHOT_DAYS",
  "DOCS_PORTAL_SECRET",
  "DOCS_PORTAL_URL",
  "IDP_API_KEY",
  "IDP_API_URL",
  "IDP_AUTH_URL",
  "IDP_CLIENT_ID",
  "IDP_ISSUER",
  "IDP_WEBHOOK_PATH",
  "IDP_WEBHOOK_SECRET",
  "INVALID_TOKENS_PER_ADDRESS",
  "LONG_QUERY_TIMEOUT_SECONDS",
  "MAX_ANSWER_BYTES",
  "PRODUCT_NAME",
  "QUERY_CLIENT_TIMEOUT_SECONDS",
  "QUERY_TIMEOUT_SECONDS",
  "REQUESTS_PER_WORKSPACE",
  "SQL_CATALOG",
  "API_COMPATIBILITY",
  "STAFF_ORG_ID",
  "STAGED_BYTES",
  "TOKEN_PREFIX",
  "TOKEN_WORKSPACE_CLAIM",
  "WORKSPACE_RETENTION_SECONDS",
];

/** Returns the environment that the functions of one endpoint would have on AWS. */
export function localEnvironment(
  endpoint: Place,
  ports: Record<Place, number>,
  addresses: Addresses,
  directory: string,
  environment: Environment,
): Environment {
  const region = (name: Region) => ({
    apiUrl: `http://127.0.0.1:${ports[name]}`,
    awsRegion: LOCAL.awsRegions[name],
    table: LOCAL.tableOf(name),
    bucket: `lake-${name.toLowerCase()}`,
    loadMachine: machineArn(LOCAL.awsRegions[name], "load"),
    taskMachine: machineArn(LOCAL.awsRegions[name], "task"),
    queryMachine: machineArn(LOCAL.awsRegions[name], "query"),
    maintenanceMachine: machineArn(LOCAL.awsRegions[name], "maintenance"),
  });
  const passedOn = PASSED_ON.flatMap((name) =>
    environment[name] === undefined ? [] : [[name, environment[name]]],
  );
  return {
    ...(endpoint === "platform" ? {} : { REGION: endpoint }),
    PLATFORM_URL: `http://127.0.0.1:${ports.platform}`,
    HOME_AWS_REGION: LOCAL.homeAwsRegion,
    PLATFORM_TABLE: "platform",
    PLATFORM_BUCKET: "platform",
    WORKSPACE_MACHINE: machineArn(LOCAL.homeAwsRegion, "workspace"),
    DELETION_MACHINE: machineArn(LOCAL.homeAwsRegion, "deletion"),
    REGIONS: JSON.stringify({ EU: region("EU"), US: region("US") }),
    IDP_ISSUER: addresses.idp,
    IDP_CLIENT_ID: LOCAL.clientId,
    IDP_AUTH_URL: addresses.idp,
    IDP_API_URL: addresses.idp,
    STAFF_ORG_ID: LOCAL.staffOrgId,
    APP_URL: `http://127.0.0.1:${ports.platform}`,
    LAKE_DIRECTORY: join(directory, "s3"),
    SCRATCH_DIRECTORY: join(directory, "scratch"),
    AWS_ENDPOINT_URL_DYNAMODB: addresses.database,
    AWS_ENDPOINT_URL_S3: addresses.objects,
    AWS_ENDPOINT_URL_STS: addresses.objects,
    READER_ROLE,
    AWS_ENDPOINT_URL_SFN: addresses.states,
    ...Object.fromEntries(passedOn),
  };
}
