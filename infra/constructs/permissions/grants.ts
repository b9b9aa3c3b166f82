import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Config } from "#infra/config.ts";
import { awsRegionOf, machineArn, names, type Place, REGIONS, type RegionName } from "#infra/names.ts";
import type { Grant } from "#shared/api/contract.ts";
import type { Audience } from "#shared/http/authenticate.ts";
import { leadingKeys, TENANT_PREFIX } from "./leadingKeys.ts";
import { dropStatements, sqlStatements } from "./sqlStatements.ts";
import { itemStatement, keyStatement, leaseStatement, objectStatements } from "./storeStatements.ts";

/** Properties of a function that determine its permissions. */
export interface Access {
  place: Place;
  needs: readonly Grant[];
  /** Caller: a step is called by a state machine, a sweep by a schedule, for no single workspace. */
  audience: Audience | "step" | "sweep";
}

const MACHINE_ACTIONS = ["states:DescribeExecution", "states:StartExecution", "states:StopExecution"];

/** Grants on data of a workspace, available only in a session for that workspace. */
const OF_TENANT: readonly Grant[] = [
  "table:read",
  "table:write",
  "lease:write",
  "lake:read",
  "lake:write",
  "sql",
  "sql:drop",
];

/**
 * Returns the part of a contract's needs that its function may use only for one workspace at a time. On the platform,
 * where some operations list all workspaces, this applies to steps only: they work for one.
 */
export function tenantGrants({ place, needs, audience }: Access): Grant[] {
  if (place !== "platform") return needs.filter((need) => OF_TENANT.includes(need)).sort();
  if (audience !== "step") return [];
  return needs.filter((need) => need.startsWith("regions:") || OF_TENANT.includes(need)).sort();
}

/** Returns the permissions of the tenant role with these grants, for a session that is tagged with a workspace. */
export function tenantStatements(config: Config, place: Place, grants: readonly Grant[]): PolicyStatement[] {
  const regions = place === "platform" ? REGIONS : [place];
  return [
    ...grants.flatMap((grant) => regions.flatMap((region) => tenantStatement(config, region, grant))),
    ...regions.map((region) => keyStatement(config, region)),
  ];
}

function tenantStatement(config: Config, region: RegionName, grant: Grant): PolicyStatement[] {
  switch (grant) {
    case "table:read":
    case "regions:read":
      return [itemStatement(config, region, "read", leadingKeys.tenant)];
    case "table:write":
    case "regions:write": {
      const keys = [...leadingKeys.tenant, ...leadingKeys.counters, ...leadingKeys.marks];
      return [itemStatement(config, region, "write", keys)];
    }
    case "lease:write":
      return [leaseStatement(config, region)];
    case "lake:read":
      return objectStatements(config, region, "read", TENANT_PREFIX);
    case "lake:write":
      return objectStatements(config, region, "write", TENANT_PREFIX);
    case "sql":
      return sqlStatements(config, region);
    case "sql:drop":
      return dropStatements(config, region);
    default:
      throw new Error(`${grant} is nothing of a workspace`);
  }
}

/** Returns the permissions of a function's own role: all that it needs beyond its tenant role. */
export function ownStatements(config: Config, access: Access): PolicyStatement[] {
  const tenant = tenantGrants(access);
  const statements = [
    ...identityStatements(config, access.audience),
    ...access.needs
      .filter((need) => !tenant.includes(need))
      .flatMap((grant) => ownStatement(config, access.place, grant)),
  ];
  if (access.audience === "sweep" && access.place !== "platform") {
    statements.push(itemStatement(config, access.place, "read", leadingKeys.marks));
    statements.push(keyStatement(config, access.place));
  }
  const usesPlatform = access.audience !== "open" && !["step", "sweep"].includes(access.audience);
  const needsPlatform = access.needs.some((need) => /^(platform|pictures):/.test(need));
  if (usesPlatform || needsPlatform) statements.push(keyStatement(config, "platform"));
  return statements;
}

/** Allows reading and updating the mirror of the identity provider, unless the function needs no token. */
function identityStatements(config: Config, audience: Access["audience"]): PolicyStatement[] {
  if (audience === "open" || audience === "step" || audience === "sweep") return [];
  const read =
    audience === "member" ? [...leadingKeys.workspaces, ...leadingKeys.mirror] : leadingKeys.mirror;
  return [
    itemStatement(config, "platform", "read", read),
    itemStatement(config, "platform", "write", leadingKeys.mirrorUpdates),
  ];
}

function ownStatement(config: Config, place: Place, grant: Grant): PolicyStatement[] {
  const regions = place === "platform" ? REGIONS : [place];
  switch (grant) {
    case "platform:read":
      return [itemStatement(config, "platform", "read", [...leadingKeys.workspaces, ...leadingKeys.mirror])];
    case "platform:write":
      return [itemStatement(config, "platform", "write", leadingKeys.platform)];
    case "regions:read":
    case "regions:write": {
      const kind = grant === "regions:read" ? "read" : "write";
      return regions.flatMap((region) => [
        itemStatement(config, region, kind, leadingKeys.allTenants),
        keyStatement(config, region),
      ]);
    }
    case "load:start":
      return [
        machines(
          config,
          regions.map((region) => [region, names.loadMachine(region)]),
        ),
      ];
    case "task:start":
      return [
        machines(
          config,
          regions.map((region) => [region, names.taskMachine(region)]),
        ),
      ];
    case "workspace:start":
      return [
        machines(config, [
          ["platform", names.workspaceMachine],
          ["platform", names.deletionMachine],
        ]),
      ];
    case "duckdb":
      return [];
    case "pictures:read":
      return objectStatements(config, "platform", "read", "pictures/");
    case "pictures:write":
      return objectStatements(config, "platform", "write", "pictures/");
    default:
      throw new Error(`${grant} at ${place} is opened by a session for one workspace only`);
  }
}

function machines(config: Config, machinesOfPlaces: [Place, string][]): PolicyStatement {
  return new PolicyStatement({
    actions: MACHINE_ACTIONS,
    resources: machinesOfPlaces.flatMap(([place, name]) => {
      const arn = machineArn(config, awsRegionOf(config, place), name);
      return [arn, `${arn.replace(":stateMachine:", ":execution:")}:*`];
    }),
  });
}
