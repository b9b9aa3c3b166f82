import { randomBytes } from "node:crypto";
import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from "@aws-sdk/client-s3";
import { eraseRows } from "#functions/steps/maintenance/eraseRows.ts";
import { eraseWorkspaceObjects } from "#functions/steps/workspaces/eraseWorkspaceObjects.ts";
import type { Config } from "#infra/config.ts";
import { tenantGrants } from "#infra/constructs/permissions/grants.ts";
import { tenantRoleName } from "#infra/constructs/permissions/tenantRoles.ts";
import { awsRegionOf, names, REGIONS, type RegionName, roleArn } from "#infra/names.ts";
import { callAws } from "./awsCalls.ts";

/** Workspace that contains the objects the roles try to delete. */
const WORKSPACE = "140614041600017";

/** Roles of the steps that erase: the only ones that may delete versions of objects. */
const ERASERS: readonly string[] = [
  ...REGIONS.map((region) => {
    const { needs } = eraseRows.contract;
    return tenantRoleName(region, tenantGrants({ location: region, needs, audience: "step" }));
  }),
  tenantRoleName(
    "platform",
    tenantGrants({ location: "platform", needs: eraseWorkspaceObjects.contract.needs, audience: "step" }),
  ),
];

interface Session {
  role: string;
  credentials: NonNullable<S3ClientConfig["credentials"]>;
}

/**
 * Opens a session of every role in the account, tagged with a workspace, and tries to delete a version of one of the
 * workspace's objects in each region. Returns the problems: roles that can delete versions but must not, and erasing steps
 * that cannot.
 */
export async function tryVersionDeletes(config: Config): Promise<string[]> {
  const sessions = await sessionsOfAll(config);
  const problems: string[] = [];
  let denied = 0;
  for (const region of REGIONS) {
    const root = clientOf(config, region);
    const place = { Bucket: names.bucket(config, region), Key: `ws/${WORKSPACE}/loads/5-1/6.parquet` };
    for (const { role, credentials } of sessions) {
      const { VersionId } = await root.send(new PutObjectCommand({ ...place, Body: randomBytes(8) }));
      if (VersionId === undefined) throw new Error(`The bucket of ${region} keeps no versions`);
      const client = clientOf(config, region, credentials);
      const error = await client.send(new DeleteObjectCommand({ ...place, VersionId })).then(
        () => null,
        (reason: Error) => reason,
      );
      const isLeft = await hasVersion(root, place, VersionId);
      const must = ERASERS.includes(role) && (role.includes("-platform-") || mayIn(role, region));
      if (error?.name === "AccessDenied") denied += 1;
      if (must && (error !== null || isLeft))
        problems.push(`${role} may not delete versions in ${region}: ${error}`);
      if (!must && (error?.name !== "AccessDenied" || !isLeft)) {
        problems.push(`${role} can delete versions in ${region}: ${error}`);
      }
      if (isLeft) await root.send(new DeleteObjectCommand({ ...place, VersionId }));
      client.destroy();
    }
    root.destroy();
  }
  for (const role of ERASERS) {
    if (!sessions.some((session) => session.role === role)) problems.push(`There is no role ${role}`);
  }
  console.log(
    `${sessions.length} roles tried to delete a version in ${REGIONS.length} regions: ${denied} denials`,
  );
  return problems;
}

function mayIn(role: string, region: RegionName): boolean {
  return role.startsWith(`workspace-${region.toLowerCase()}-`);
}

async function hasVersion(
  root: S3Client,
  { Bucket, Key }: { Bucket: string; Key: string },
  versionId: string,
): Promise<boolean> {
  const { Versions = [] } = await root.send(new ListObjectVersionsCommand({ Bucket, Prefix: Key }));
  return Versions.some((version) => version.Key === Key && version.VersionId === versionId);
}

/** Opens a session of every role as the root user, whom the roles trust only during this test. */
async function sessionsOfAll(config: Config): Promise<Session[]> {
  const answer = await iam({ Action: "ListRoles", MaxItems: "1000" });
  if (/<IsTruncated>true/.test(answer)) throw new Error("The account has more roles than one page lists");
  const sessions: Session[] = [];
  const trusts = fields(answer, "AssumeRolePolicyDocument").map(decodeURIComponent);
  for (const [index, role] of fields(answer, "RoleName").entries()) {
    const trust = trusts[index] ?? "";
    await iam({ Action: "UpdateAssumeRolePolicy", RoleName: role, PolicyDocument: trustsRoot(config) });
    try {
      sessions.push({ role, credentials: await openSession(config, roleArn(config, role)) });
    } finally {
      await iam({ Action: "UpdateAssumeRolePolicy", RoleName: role, PolicyDocument: trust });
    }
  }
  return sessions;
}

async function openSession(config: Config, RoleArn: string): Promise<Session["credentials"]> {
  const opened = await callAws({
    service: "sts",
    region: config.homeRegion,
    form: {
      ...{ Action: "AssumeRole", Version: "2011-06-15", RoleArn, RoleSessionName: "versions" },
      ...{ "Tags.member.1.Key": "workspace", "Tags.member.1.Value": WORKSPACE },
    },
  });
  const field = (name: string): string => fields(opened, name)[0] ?? "";
  return {
    accessKeyId: field("AccessKeyId"),
    secretAccessKey: field("SecretAccessKey"),
    sessionToken: field("SessionToken"),
  };
}

function trustsRoot({ account }: Config): string {
  const Principal = { AWS: `arn:aws:iam::${account}:root` };
  const Action = ["sts:AssumeRole", "sts:TagSession"];
  return JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow", Principal, Action }] });
}

function iam(form: Record<string, string>): Promise<string> {
  return callAws({ service: "iam", region: "us-east-1", form: { Version: "2010-05-08", ...form } });
}

/** Returns the text of all elements with the given name. */
function fields(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]+)</${name}>`, "g"))].map(([, text = ""]) => text);
}

function clientOf(config: Config, region: RegionName, credentials?: Session["credentials"]): S3Client {
  const place = { region: awsRegionOf(config, region), forcePathStyle: true, maxAttempts: 1 };
  return new S3Client({ ...place, ...(credentials && { credentials }) });
}
