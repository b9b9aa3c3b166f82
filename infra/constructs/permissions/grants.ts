import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Config } from "#infra/config.ts";
import {
  awsRegionOf,
  bucketArn,
  type Location,
  machineArn,
  names,
  queueArn,
  REGIONS,
  type RegionName,
} from "#infra/names.ts";
import type { Audience } from "#shared/http/authenticate.ts";
import type { Grant } from "#shared/http/operations/contract.ts";
import { leadingKeys, RESULT_PREFIX, TENANT_PREFIX } from "./leadingKeys.ts";
import { assumeReaderStatements } from "./readerRole.ts";
import { dropStatements, sqlStatements, usesAthena } from "./sqlStatements.ts";
import {
  auditStatement,
  counterStatement,
  eraseStatement,
  freezeStatement,
  itemStatement,
  keyStatement,
  leaseStatement,
  objectStatements,
} from "./storeStatements.ts";

/** Function properties that determine its permissions. */
export interface Access {
  location: Location;
  needs: readonly Grant[];
  /** Caller: a state machine calls a step; a schedule calls a sweep, which is not limited to a single workspace. */
  audience: Audience | "step" | "sweep";
}

const MACHINE_ACTIONS = ["states:DescribeExecution", "states:StartExecution", "states:StopExecution"];

/** Grant statements for each kind of role that can have the grant. */
interface GrantRule {
  /**
   * Statements for a session limited to one workspace. If `functionRole` is absent, the grant gives access to workspace data only in
   * such sessions.
   */
  tenant?: (config: Config, region: RegionName) => PolicyStatement[];
  /** Statements for the function's role itself. */
  functionRole?: (config: Config, location: Location) => PolicyStatement[];
}

const RULES: Record<Grant, GrantRule> = {
  "platform:read": {
    functionRole: (config) => [
      itemStatement(config, "platform", "read", [...leadingKeys.workspaces, ...leadingKeys.mirror]),
    ],
  },
  "platform:write": {
    functionRole: (config) => [itemStatement(config, "platform", "write", leadingKeys.platform)],
  },
  "regions:read": {
    tenant: readItems,
    functionRole: (config, location) => allItems(config, location, "read"),
  },
  "regions:write": {
    tenant: writeItems,
    functionRole: (config, location) => allItems(config, location, "write"),
  },
  "freeze:write": {
    functionRole: (config) =>
      REGIONS.flatMap((region) => [freezeStatement(config, region), keyStatement(config, region)]),
  },
  "tokens:count": {
    functionRole: (config) => [counterStatement(config, "platform", leadingKeys.invalidTokens)],
  },
  "table:read": { tenant: readItems },
  "table:write": { tenant: writeItems },
  "lease:write": { tenant: (config, region) => [leaseStatement(config, region)] },
  "audit:write": { tenant: requestStatements },
  "lake:read": { tenant: (config, region) => objectStatements(config, region, "read", TENANT_PREFIX) },
  "lake:write": {
    tenant: (config, region) => [
      ...objectStatements(config, region, "write", TENANT_PREFIX),
      ...resultStatements(config, region),
    ],
  },
  "lake:erase": { tenant: eraseStatements },
  "lake:vend": { functionRole: assumeReaderStatements },
  results: { tenant: resultStatements },
  sql: { tenant: sqlStatements },
  "sql:drop": { tenant: dropStatements },
  duckdb: { functionRole: () => [] },
  "load:start": { functionRole: (config, location) => regionalMachines(config, location, names.loadMachine) },
  "commits:take": {
    functionRole: (config, location) =>
      regionsOf(location).flatMap((region) => commitStatements(config, region)),
  },
  "task:start": { functionRole: (config, location) => regionalMachines(config, location, names.taskMachine) },
  "query:start": {
    functionRole: (config, location) => regionalMachines(config, location, names.queryMachine),
  },
  "maintenance:start": {
    functionRole: (config, location) => regionalMachines(config, location, names.maintenanceMachine),
  },
  "workspace:start": {
    functionRole: (config) => [
      machines(config, [
        ["platform", names.workspaceMachine],
        ["platform", names.deletionMachine],
      ]),
    ],
  },
  "pictures:read": { functionRole: (config) => objectStatements(config, "platform", "read", "pictures/") },
  "pictures:write": { functionRole: (config) => objectStatements(config, "platform", "write", "pictures/") },
};

/**
 * Returns the part of a contract's grants that its function may use only for one workspace at a time. On the platform, where
 * some operations list all workspaces, this applies only to steps, which work for one workspace.
 */
export function tenantGrants({ location, needs, audience }: Access): Grant[] {
  if (location !== "platform") return needs.filter((need) => RULES[need].functionRole === undefined).sort();
  if (audience !== "step") return [];
  return needs.filter((need) => RULES[need].tenant !== undefined).sort();
}

/** Returns the permissions of the tenant role with the given grants, for a session tagged with a workspace. */
export function tenantStatements(
  config: Config,
  location: Location,
  grants: readonly Grant[],
): PolicyStatement[] {
  const regions = regionsOf(location);
  return [
    ...grants.flatMap((grant) => regions.flatMap((region) => RULES[grant].tenant?.(config, region) ?? [])),
    // Roles that may write records may also write these.
    ...(grants.some((grant) => /^(?:table|audit|regions):write$/.test(grant))
      ? []
      : regions.flatMap((region) => requestStatements(config, region))),
    ...regions.map((region) => keyStatement(config, region)),
  ];
}

/** Returns the permissions of a function's role, in addition to those of its tenant role. */
export function ownRoleStatements(config: Config, access: Access, functionName: string): PolicyStatement[] {
  const tenant = tenantGrants(access);
  const statements = [
    ...identityStatements(config, access.audience),
    ...access.needs
      .filter((need) => !tenant.includes(need))
      .flatMap((grant) => ownRoleStatement(config, access.location, grant, functionName)),
  ];
  if (access.audience === "sweep" && access.location !== "platform") {
    statements.push(itemStatement(config, access.location, "read", leadingKeys.marks));
    statements.push(keyStatement(config, access.location));
  }
  const usesPlatform = access.audience !== "open" && !["step", "sweep"].includes(access.audience);
  const needsPlatform = access.needs.some((need) => /^(platform|pictures|tokens):/.test(need));
  if (usesPlatform || needsPlatform) statements.push(keyStatement(config, "platform"));
  return statements;
}

/**
 * Allows reading and updating the mirror of the identity provider, unless the function needs no token. For a token that names
 * its workspace, the organization is in the workspace's record.
 */
function identityStatements(config: Config, audience: Access["audience"]): PolicyStatement[] {
  if (audience === "open" || audience === "step" || audience === "sweep") return [];
  const readsWorkspaces = audience === "member" || config.idp.workspaceClaim !== undefined;
  const read = readsWorkspaces ? [...leadingKeys.workspaces, ...leadingKeys.mirror] : leadingKeys.mirror;
  return [
    itemStatement(config, "platform", "read", read),
    itemStatement(config, "platform", "write", leadingKeys.mirrorUpdates),
  ];
}

function ownRoleStatement(
  config: Config,
  location: Location,
  grant: Grant,
  functionName: string,
): PolicyStatement[] {
  const { functionRole: statementsOf } = RULES[grant];
  if (statementsOf) return statementsOf(config, location);
  throw new Error(
    `${functionName} needs ${grant}, which grants access to one workspace, but only member operations and steps of state ` +
      'machines run for one workspace. To access the records of all workspaces, add "regions:read" or "regions:write" to its needs.',
  );
}

/** Allows counting a workspace's requests, and storing their records. */
function requestStatements(config: Config, region: RegionName): PolicyStatement[] {
  return [auditStatement(config, region), counterStatement(config, region, leadingKeys.requestCount)];
}

function resultStatements(config: Config, region: RegionName): PolicyStatement[] {
  return objectStatements(config, region, "write", RESULT_PREFIX);
}

/** Allows deleting versions of a workspace's objects, of its results, and of anything left by Athena. */
function eraseStatements(config: Config, region: RegionName): PolicyStatement[] {
  const lake = bucketArn(config, region);
  const results = `arn:aws:s3:::${names.resultBucket(config, region)}`;
  return [
    ...[TENANT_PREFIX, RESULT_PREFIX].map((prefix) => eraseStatement(lake, prefix)),
    ...(usesAthena(config) ? [eraseStatement(results, TENANT_PREFIX)] : []),
  ].flat();
}

function readItems(config: Config, region: RegionName): PolicyStatement[] {
  return [itemStatement(config, region, "read", leadingKeys.tenant)];
}

function writeItems(config: Config, region: RegionName): PolicyStatement[] {
  const keys = [...leadingKeys.tenant, ...leadingKeys.counters, ...leadingKeys.marks];
  return [itemStatement(config, region, "write", keys)];
}

function allItems(config: Config, location: Location, kind: "read" | "write"): PolicyStatement[] {
  return regionsOf(location).flatMap((region) => [
    itemStatement(config, region, kind, leadingKeys.allTenants),
    keyStatement(config, region),
  ]);
}

function regionsOf(location: Location): readonly RegionName[] {
  return location === "platform" ? REGIONS : [location];
}

function regionalMachines(config: Config, location: Location, name: (region: RegionName) => string) {
  return [
    machines(
      config,
      regionsOf(location).map((region) => [region, name(region)]),
    ),
  ];
}

/** Allows receiving the messages of the queue of commits, and reporting results to the state machine that sent them. */
function commitStatements(config: Config, region: RegionName): PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"],
      resources: [queueArn(config, region, names.commits(region))],
    }),
    new PolicyStatement({
      actions: ["states:SendTaskFailure", "states:SendTaskSuccess"],
      resources: [machineArn(config, awsRegionOf(config, region), names.loadMachine(region))],
    }),
  ];
}

function machines(config: Config, machinesByLocation: [Location, string][]): PolicyStatement {
  return new PolicyStatement({
    actions: MACHINE_ACTIONS,
    resources: machinesByLocation.flatMap(([location, name]) => {
      const arn = machineArn(config, awsRegionOf(config, location), name);
      return [arn, `${arn.replace(":stateMachine:", ":execution:")}:*`];
    }),
  });
}
