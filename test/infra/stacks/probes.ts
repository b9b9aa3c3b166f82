import type { Config } from "#infra/config.ts";
import { type Access, tenantGrants } from "#infra/constructs/permissions/grants.ts";
import {
  awsRegionOf,
  bucketArn,
  machineArn,
  names,
  queueArn,
  REGIONS,
  type RegionName,
  tableArn,
} from "#infra/names.ts";
import { resultKey } from "#shared/objects/keys.ts";
import type { Call } from "./simulatePolicy.ts";

/** Call that is allowed by a single grant in a single location. */
export interface Probe {
  /** `location: grant`, as named by `expectedOf`. */
  name: string;
  call: Call;
}

export interface RoledFunction extends Access {
  roleName: string;
}

/** Calls that each attempt one thing, across the platform and both regions. */
export function allProbes(config: Config): Probe[] {
  const { key, object } = makers(config);
  return [
    key("platform: workspaces", "platform", "Query", "WORKSPACE"),
    key("platform: workspaces", "platform", "GetItem", "WORKSPACE_NAME#lab"),
    key("platform: mirror", "platform", "GetItem", "USER"),
    key("platform: mirror", "platform", "GetItem", "USER#u#MEMBERSHIP"),
    key("platform: mirror", "platform", "GetItem", "SESSION#s"),
    key("platform: mirror", "platform", "GetItem", "ORG#o"),
    key("platform: mirror updates", "platform", "PutItem", "USER"),
    key("platform: mirror updates", "platform", "DeleteItem", "ORG#o#MEMBER"),
    key("platform: workspace changes", "platform", "PutItem", "WORKSPACE"),
    key("platform: workspace changes", "platform", "PutItem", "ORG#o#WORKSPACE"),
    key("platform: login codes", "platform", "GetItem", "LOGIN_CODE#c"),
    key("platform: login codes", "platform", "PutItem", "IDP_EVENT#e"),
    object("platform: read pictures", "platform", "GetObject", "pictures/abc"),
    object("platform: write pictures", "platform", "PutObject", "pictures/abc"),
    ...["StartExecution", "StopExecution"].map((action) =>
      work(config, "platform: workspace machines", "platform", action, names.workspaceMachine),
    ),
    work(config, "platform: workspace machines", "platform", "StartExecution", names.deletionMachine),
    ...probesOf(config),
    ...REGIONS.flatMap((region) => [
      key(`${region}: marks`, region, "Query", "UNDER_WAY#LOAD"),
      key(`${region}: change marks`, region, "DeleteItem", "UNDER_WAY#TASK"),
      key(`${region}: change counters`, region, "UpdateItem", "TASK_COUNTER"),
      work(config, `${region}: load machine`, region, "StartExecution", names.loadMachine(region)),
      queued(config, `${region}: take commits`, region, "ReceiveMessage"),
      queued(config, `${region}: take commits`, region, "DeleteMessage"),
      queued(config, `${region}: send commits`, region, "SendMessage"),
      work(config, `${region}: report commits`, region, "SendTaskSuccess", names.loadMachine(region)),
      work(config, `${region}: report commits`, region, "SendTaskFailure", names.loadMachine(region)),
      work(config, `${region}: report tasks`, region, "SendTaskSuccess", names.taskMachine(region)),
      work(config, `${region}: task machine`, region, "StartExecution", names.taskMachine(region)),
      work(config, `${region}: query machine`, region, "StartExecution", names.queryMachine(region)),
      work(
        config,
        `${region}: maintenance machine`,
        region,
        "StartExecution",
        names.maintenanceMachine(region),
      ),
    ]),
  ];
}

/** Calls for the records and objects of workspace 17. */
export function probesOf(config: Config): Probe[] {
  const { key, object, list } = makers(config);
  return REGIONS.flatMap((region) => [
    key(`${region}: read records`, region, "GetItem", "W#17"),
    key(`${region}: read records`, region, "Query", "W#17#PROJECT#ACTIVE"),
    key(`${region}: write records`, region, "PutItem", "W#17#LOAD"),
    key(`${region}: write records`, region, "ConditionCheckItem", "W#17#REFERENCE#t"),
    key(`${region}: write records`, region, "UpdateItem", "W#17#LEASE#QUERY"),
    key(`${region}: leases`, region, "PutItem", "W#17#LEASE#QUERY"),
    key(`${region}: leases`, region, "DeleteItem", "W#17#LEASE#UPLOAD"),
    key(`${region}: audit`, region, "PutItem", "W#17#AUDIT"),
    object(`${region}: read objects`, region, "GetObject", "ws/17/tables/1/a.parquet"),
    list(`${region}: read objects`, region, "ws/17/tables/"),
    object(`${region}: write objects`, region, "PutObject", "ws/17/uploads/1/2"),
    object(`${region}: write objects`, region, "DeleteObject", "ws/17/uploads/1/2"),
    object(`${region}: results`, region, "PutObject", resultKey("17", "abc")),
    object(`${region}: results`, region, "GetObject", resultKey("17", "abc")),
    object(`${region}: results`, region, "AbortMultipartUpload", resultKey("17", "abc")),
    list(`${region}: results`, region, "results/17/"),
  ]);
}

type Location = "platform" | "EU" | "US";

function makers(config: Config) {
  const table = (location: Location): string => tableArn(config, location);
  return {
    key: (name: string, location: Location, verb: string, pk: string): Probe => ({
      name,
      call: {
        action: `dynamodb:${verb}`,
        resource: table(location),
        context: { "dynamodb:LeadingKeys": [pk] },
      },
    }),
    object: (name: string, location: Location, verb: string, path: string): Probe => ({
      name,
      call: { action: `s3:${verb}`, resource: `${bucketArn(config, location)}/${path}` },
    }),
    list: (name: string, location: Location, prefix: string): Probe => ({
      name,
      call: {
        action: "s3:ListBucket",
        resource: bucketArn(config, location),
        context: { "s3:prefix": prefix },
      },
    }),
  };
}

function queued(config: Config, name: string, region: RegionName, verb: string): Probe {
  return { name, call: { action: `sqs:${verb}`, resource: queueArn(config, region, names.commits(region)) } };
}

function work(config: Config, name: string, location: Location, verb: string, machine: string): Probe {
  const arn = machineArn(config, awsRegionOf(config, location), machine);
  const resource = verb === "StopExecution" ? `${arn.replace(":stateMachine:", ":execution:")}:x` : arn;
  return { name, call: { action: `states:${verb}`, resource } };
}

/** Names of the probes that must succeed for a function, specified a second time, independently of the grants. */
export function expectedProbes({ location, needs, audience }: Access): Set<string> {
  const expected = new Set<string>();
  const may = (...what: string[]): void => {
    for (const name of what) expected.add(name);
  };
  const regions = location === "platform" ? REGIONS : [location];
  if (["user", "staff", "member"].includes(audience)) may("platform: mirror", "platform: mirror updates");
  if (audience === "member") may("platform: workspaces");
  for (const need of needs) {
    if (need === "platform:read") may("platform: workspaces", "platform: mirror");
    if (need === "platform:write") {
      may("platform: workspaces", "platform: mirror", "platform: mirror updates");
      may("platform: workspace changes", "platform: login codes");
    }
    if (need === "pictures:read") may("platform: read pictures");
    if (need === "pictures:write") may("platform: read pictures", "platform: write pictures");
    if (need === "workspace:start") may("platform: workspace machines");
    for (const region of regions) {
      if (need === "table:read" || need === "regions:read") may(`${region}: read records`);
      if (need === "table:write" || need === "regions:write") {
        may(`${region}: read records`, `${region}: write records`, `${region}: leases`, `${region}: audit`);
        may(`${region}: marks`, `${region}: change marks`, `${region}: change counters`);
      }
      if (need === "lease:write") may(`${region}: leases`);
      if (need === "audit:write") may(`${region}: audit`);
      // Operations on all workspaces in a region can read the region's lists.
      if (need === "regions:read") may(`${region}: marks`);
      if (need === "lake:read") may(`${region}: read objects`);
      if (need === "lake:write")
        may(`${region}: read objects`, `${region}: write objects`, `${region}: results`);
      if (need === "results") may(`${region}: results`);
      if (need === "commits:take") may(`${region}: take commits`, `${region}: report commits`);
      if (need === "load:start") may(`${region}: load machine`);
      if (need === "task:start") may(`${region}: task machine`);
      if (need === "query:start") may(`${region}: query machine`);
      if (need === "maintenance:start") may(`${region}: maintenance machine`);
    }
  }
  // Every session for a workspace can store records of requests.
  if (tenantGrants({ location, needs, audience }).length > 0)
    for (const region of regions) may(`${region}: audit`);
  // A sweep finds its work through the marks.
  if (audience === "sweep" && location !== "platform") may(`${location}: marks`);
  return expected;
}
