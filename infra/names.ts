import type { Config } from "./config.ts";

export type RegionName = "EU" | "US";
export const REGIONS = ["EU", "US"] as const satisfies readonly RegionName[];

/** The platform itself, or one of its regions. */
export type Place = "platform" | RegionName;
export const PLACES: readonly Place[] = ["platform", ...REGIONS];

export type SqlTier = "standard" | "large";
export const SQL_TIERS: readonly SqlTier[] = ["standard", "large"];

/** Returns the prefix of all names in a place: `workspace-platform`, `workspace-eu`. */
export function prefixOf(place: Place): string {
  return `workspace-${place.toLowerCase()}`;
}

/** Returns a stack ID: `PlatformApi`, `RegionEUApi`. */
export function stackId(place: Place, part: string): string {
  return `${place === "platform" ? "Platform" : `Region${place}`}${part}`;
}

export function awsRegionOf(config: Config, place: Place): string {
  return place === "platform" ? config.homeRegion : config.regions[place];
}

/**
 * Physical names. Functions in one stack refer to resources in another, even across AWS regions. Names avoid exports between
 * stacks, which would have to be changed in a certain order.
 */
export const names = {
  table: (place: Place) =>
    place === "platform" ? "workspace-platform" : `workspace-data-${place.toLowerCase()}`,
  bucket: (config: Config, place: Place) =>
    place === "platform"
      ? `workspace-platform-${config.account}`
      : `workspace-lake-${place.toLowerCase()}-${config.account}`,
  logBucket: (config: Config, place: Place) => `${prefixOf(place)}-logs-${config.account}`,
  resultBucket: (config: Config, region: RegionName) => `${prefixOf(region)}-results-${config.account}`,
  console: "workspace-console",
  consoleBucket: (config: Config) => `workspace-console-${config.account}`,
  consoleUpload: "workspace-console-upload",
  keyAlias: (place: Place) => `alias/${prefixOf(place)}`,
  api: (place: Place) => prefixOf(place),
  function: (place: Place, name: string) => `${prefixOf(place)}-${name}`,
  workgroup: (region: RegionName, tier: SqlTier) => `${prefixOf(region)}-${tier}`,
  commits: (region: RegionName) => `${prefixOf(region)}-commits.fifo`,
  commitDeadLetters: (region: RegionName) => `${prefixOf(region)}-commits-dead-letters.fifo`,
  deadLetters: (place: Place) => `${prefixOf(place)}-dead-letters`,
  alarmTopic: (place: Place) => `${prefixOf(place)}-alarms`,
  workspaceMachine: "workspace-provisioning",
  deletionMachine: "workspace-deletion",
  loadMachine: (region: RegionName) => `workspace-load-${region.toLowerCase()}`,
  taskMachine: (region: RegionName) => `workspace-task-${region.toLowerCase()}`,
  queryMachine: (region: RegionName) => `workspace-query-${region.toLowerCase()}`,
  maintenanceMachine: (region: RegionName) => `workspace-maintenance-${region.toLowerCase()}`,
};

/** Returns the state machines in a place, by the file that defines each one. */
export function machinesOf(place: Place): { file: string; name: string }[] {
  if (place === "platform") {
    return [
      { file: "workspace.asl.json", name: names.workspaceMachine },
      { file: "deletion.asl.json", name: names.deletionMachine },
    ];
  }
  return [
    { file: "load.asl.json", name: names.loadMachine(place) },
    { file: "task.asl.json", name: names.taskMachine(place) },
    { file: "query.asl.json", name: names.queryMachine(place) },
    { file: "maintenance.asl.json", name: names.maintenanceMachine(place) },
  ];
}

export function machineArn(config: Config, awsRegion: string, name: string): string {
  return `arn:aws:states:${awsRegion}:${config.account}:stateMachine:${name}`;
}

export function queueArn(config: Config, place: Place, name: string): string {
  return `arn:aws:sqs:${awsRegionOf(config, place)}:${config.account}:${name}`;
}

export function tableArn(config: Config, place: Place): string {
  return `arn:aws:dynamodb:${awsRegionOf(config, place)}:${config.account}:table/${names.table(place)}`;
}

export function bucketArn(config: Config, place: Place): string {
  return `arn:aws:s3:::${names.bucket(config, place)}`;
}

export function roleArn(config: Config, roleName: string): string {
  return `arn:aws:iam::${config.account}:role/${roleName}`;
}

/** Bucket folder with query results, which expire after a day. The name must match a key of the lake. */
export const RESULTS_FOLDER = "results/";
