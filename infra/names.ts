import type { Config } from "./config.ts";

/** Physical names that functions of one stack need to know of resources of another. */
export const names = {
  platformTable: "workspace-platform",
  platformBucket: (config: Config) => `workspace-platform-${config.account}`,
  workspaceMachine: "workspace-provisioning",
  deletionMachine: "workspace-deletion",
  regionTable: (region: "EU" | "US") => `workspace-data-${region.toLowerCase()}`,
  bucket: (config: Config, region: "EU" | "US") => `workspace-lake-${region.toLowerCase()}-${config.account}`,
  loadMachine: (region: "EU" | "US") => `workspace-load-${region.toLowerCase()}`,
  taskMachine: (region: "EU" | "US") => `workspace-task-${region.toLowerCase()}`,
};

export function machineArn(config: Config, awsRegion: string, name: string): string {
  return `arn:aws:states:${awsRegion}:${config.account}:stateMachine:${name}`;
}

export function tableArn(config: Config, awsRegion: string, name: string): string {
  return `arn:aws:dynamodb:${awsRegion}:${config.account}:table/${name}`;
}

/** The environment of every function of one deployment, as `settingsFrom` reads it. */
export function environmentOf(config: Config, region: "EU" | "US" | null): Record<string, string> {
  const regionSettings = (name: "EU" | "US") => ({
    apiUrl: config.regionUrls[name],
    awsRegion: config.regions[name],
    table: names.regionTable(name),
    bucket: names.bucket(config, name),
    loadMachine: machineArn(config, config.regions[name], names.loadMachine(name)),
    taskMachine: machineArn(config, config.regions[name], names.taskMachine(name)),
  });
  return {
    ...(region === null ? {} : { REGION: region }),
    PLATFORM_URL: config.platformUrl,
    HOME_AWS_REGION: config.homeRegion,
    PLATFORM_TABLE: names.platformTable,
    PLATFORM_BUCKET: names.platformBucket(config),
    DELETION_MACHINE: machineArn(config, config.homeRegion, names.deletionMachine),
    WORKSPACE_MACHINE: machineArn(config, config.homeRegion, names.workspaceMachine),
    REGIONS: JSON.stringify({ EU: regionSettings("EU"), US: regionSettings("US") }),
    IDP_ISSUER: config.idp.issuer,
    IDP_CLIENT_ID: config.idp.clientId,
    IDP_AUTH_URL: config.idp.authUrl,
    IDP_API_URL: config.idp.apiUrl,
    IDP_API_KEY: `{{resolve:secretsmanager:${config.idp.apiKeySecret}}}`,
    STAFF_ORG_ID: config.staffOrgId,
    APP_URL: config.appUrl,
  };
}
