import { fromTemporaryCredentials } from "@aws-sdk/credential-providers";
import { type Config, readEnvironment } from "#infra/config.ts";
import { awsRegionOf, names, type RegionName } from "#infra/names.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { stageLoad } from "../loads.ts";
import { attempts, findUnexpected, type Holding, isRefusal } from "../narrowedAccess.ts";
import type { Options } from "../options.ts";
import type { Check, SmokeWorkspace } from "../smokeTest.ts";

/** Checks which accesses AWS refuses in a function's session for one workspace. */
export const tenantRole: Check = async ({ lab, annotate, skip }) => {
  const { first, second, options } = lab;
  const { tenantRole: role } = options;
  if (role === undefined) return skip("needs --tenant-role, and AWS credentials that may assume it");
  const settings = await settingsOf(options, role);
  const region = options.region;
  const { awsRegion } = settings.regions[region];
  const [mine, theirs] = await Promise.all([createHolding(first), createHolding(second)]);
  const all: string[] = await tryUntaggedSession(role, awsRegion);
  for (const [holder, other] of [
    [mine, theirs],
    [theirs, mine],
  ] as const) {
    const scope: WorkspaceScope = { settings, id: holder.id, region };
    await assumeRole(role, scope);
    all.push(...(await findUnexpected(attempts(scope, holder, other))));
  }
  if (all.length > 0) throw new Error(`A session of ${role} ${[...new Set(all)].join("; ")}`);
  await annotate(`${role.split("/").at(-1)}: both workspaces, each denied to the other's session`);
};

async function createHolding(workspace: SmokeWorkspace): Promise<Holding> {
  const { id, files } = await stageLoad(workspace, {
    table: "held",
    format: "CSV",
    columns: [{ name: "a", type: "STRING" }],
    content: { "held.csv": "a\nx\n" },
  });
  return { id: workspace.id, loadId: id, fileId: files[0]?.id ?? "" };
}

/** Returns names, in the account of the role, that are the same for all deployments. */
export async function settingsOf(
  {
    environment,
    baseUrl,
    region,
    table,
    bucket,
  }: Pick<Options, "environment" | "baseUrl" | "region" | "table" | "bucket">,
  role: string,
): Promise<Settings> {
  const config = readEnvironment(environment, { account: role.split(":")[4] });
  const regional = (place: "EU" | "US") => ({
    apiUrl: baseUrl,
    awsRegion: awsRegionOf(config, place),
    table: (place === region ? table : null) ?? names.table(place),
    bucket: (place === region ? bucket : null) ?? names.bucket(config, place),
    loadMachine: names.loadMachine(place),
    taskMachine: names.taskMachine(place),
    queryMachine: names.queryMachine(place),
    maintenanceMachine: names.maintenanceMachine(place),
  });
  return settingsFrom({
    REGION: region,
    PLATFORM_URL: baseUrl,
    HOME_AWS_REGION: config.homeRegion,
    PLATFORM_TABLE: names.table("platform"),
    PLATFORM_BUCKET: names.bucket(config, "platform"),
    WORKSPACE_MACHINE: names.workspaceMachine,
    DELETION_MACHINE: names.deletionMachine,
    REGIONS: JSON.stringify({ EU: regional("EU"), US: regional("US") }),
    TENANT_ROLE: role,
    ...(usesAthena(config, role) ? athenaOf(config, region) : {}),
    AWS_ENDPOINT_URL_DYNAMODB: process.env.AWS_ENDPOINT_URL_DYNAMODB,
    AWS_ENDPOINT_URL_S3: process.env.AWS_ENDPOINT_URL_S3,
  });
}

/** Returns whether the role may use Athena: a role without the SQL grant cannot access any Glue database. */
function usesAthena({ sql }: Config, role: string): boolean {
  return sql.engine !== "duckdb" && /-sql\b/.test(role);
}

function athenaOf(config: Config, region: RegionName) {
  return {
    SQL_ENGINE: "athena",
    ATHENA_WORKGROUP: names.workgroup(region, config.sql.tier),
    ATHENA_OUTPUT: `s3://${names.resultBucket(config, region)}/`,
  };
}

/** Checks that a session without a workspace tag is refused, because its policy would have nothing to compare with. */
async function tryUntaggedSession(role: string, region: string): Promise<string[]> {
  const session = fromTemporaryCredentials({
    params: { RoleArn: role, RoleSessionName: "smoke-untagged" },
    clientConfig: { region },
  });
  try {
    await session();
    return ["could be begun without a workspace's tag"];
  } catch (error) {
    if (isRefusal(error)) return [];
    throw new Error(`${role} could not be asked for a session`, { cause: error });
  }
}

/** Signs in before the attempts, so that a failure is reported only once. */
async function assumeRole(role: string, { settings, id, region }: WorkspaceScope): Promise<void> {
  const session = fromTemporaryCredentials({
    params: {
      RoleArn: role,
      RoleSessionName: `workspace-${id}`,
      Tags: [{ Key: "workspace", Value: id }],
    },
    clientConfig: { region: settings.regions[region].awsRegion },
  });
  await session().catch((cause: unknown) => {
    throw new Error(
      `${role} could not be assumed for workspace ${id}. Its trust policy takes roles of this account whose name begins with that of its place, such as workspace-eu-smoke`,
      { cause },
    );
  });
}
