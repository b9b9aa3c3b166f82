import type { Config } from "./config.ts";

export type RegionName = "EU" | "US";
export const REGIONS = ["EU", "US"] as const satisfies readonly RegionName[];

/** The platform itself, or one of its regions. */
export type Location = "platform" | RegionName;
export const LOCATIONS: readonly Location[] = ["platform", ...REGIONS];

export type SqlTier = "standard" | "large";
export const SQL_TIERS: readonly SqlTier[] = ["standard", "large"];

/** Returns the prefix of all names in a location: `workspace-platform`, `workspace-eu`. */
export function prefixOf(location: Location): string {
  return `workspace-${location.toLowerCase()}`;
}

/** Returns a stack ID: `PlatformApi`, `RegionEUApi`. */
export function stackId(location: Location, part: string): string {
  return `${location === "platform" ? "Platform" : `Region${location}`}${part}`;
}

export function awsRegionOf(config: Config, location: Location): string {
  return location === "platform" ? config.homeRegion : config.regions[location];
}

/**
 * Physical names. Functions in one stack refer to resources in another, even across AWS regions. Names avoid exports between
 * stacks, which would have to be changed in a certain order.
 */
export const names = {
  table: (location: Location) =>
    location === "platform" ? "workspace-platform" : `workspace-data-${location.toLowerCase()}`,
  bucket: (config: Config, location: Location) =>
    location === "platform"
      ? `workspace-platform-${config.account}`
      : `workspace-lake-${location.toLowerCase()}-${config.account}`,
  logBucket: (config: Config, location: Location) => `${prefixOf(location)}-logs-${config.account}`,
  resultBucket: (config: Config, region: RegionName) => `${prefixOf(region)}-results-${config.account}`,
  console: "workspace-console",
  consoleBucket: (config: Config) => `workspace-console-${config.account}`,
  consoleUpload: "workspace-console-upload",
  keyAlias: (location: Location) => `alias/${prefixOf(location)}`,
  api: (location: Location) => prefixOf(location),
  function: (location: Location, name: string) => `${prefixOf(location)}-${name}`,
  workgroup: (region: RegionName, tier: SqlTier) => `${prefixOf(region)}-${tier}`,
  commits: (region: RegionName) => `${prefixOf(region)}-commits.fifo`,
  commitDeadLetters: (region: RegionName) => `${prefixOf(region)}-commits-dead-letters.fifo`,
  deadLetters: (location: Location) => `${prefixOf(location)}-dead-letters`,
  alarmTopic: (location: Location) => `${prefixOf(location)}-alarms`,
  workspaceMachine: "workspace-provisioning",
  deletionMachine: "workspace-deletion",
  loadMachine: (region: RegionName) => `workspace-load-${region.toLowerCase()}`,
  taskMachine: (region: RegionName) => `workspace-task-${region.toLowerCase()}`,
  queryMachine: (region: RegionName) => `workspace-query-${region.toLowerCase()}`,
  maintenanceMachine: (region: RegionName) => `workspace-maintenance-${region.toLowerCase()}`,
};

/** Returns the state machines in a location, by the file that defines each one. */
export function machinesOf(location: Location): { file: string; name: string }[] {
  if (location === "platform") {
    return [
      { file: "workspace.asl.json", name: names.workspaceMachine },
      { file: "deletion.asl.json", name: names.deletionMachine },
    ];
  }
  return [
    { file: "load.asl.json", name: names.loadMachine(location) },
    { file: "task.asl.json", name: names.taskMachine(location) },
    { file: "query.asl.json", name: names.queryMachine(location) },
    { file: "maintenance.asl.json", name: names.maintenanceMachine(location) },
  ];
}

export function machineArn(config: Config, awsRegion: string, name: string): string {
  return `arn:aws:states:${awsRegion}:${config.account}:stateMachine:${name}`;
}

export function queueArn(config: Config, location: Location, name: string): string {
  return `arn:aws:sqs:${awsRegionOf(config, location)}:${config.account}:${name}`;
}

export function tableArn(config: Config, location: Location): string {
  return `arn:aws:dynamodb:${awsRegionOf(config, location)}:${config.account}:table/${names.table(location)}`;
}

export function bucketArn(config: Config, location: Location): string {
  return `arn:aws:s3:::${names.bucket(config, location)}`;
}

export function roleArn(config: Config, roleName: string): string {
  return `arn:aws:iam::${config.account}:role/${roleName}`;
}

/** Bucket folder with query results, which expire after a day. The name must match a key of the lake. */
export const RESULTS_FOLDER = "results/";
