import type { Config } from "#infra/config.ts";
import { roleArn } from "#infra/names.ts";
import { callAws } from "./awsCalls.ts";

/** Policy attached to a role of the emulation, by name. */
export type Policies = Record<string, object>;

const TTL_SECONDS = "3600";

/** Creates a role that this account's root may assume. Returns the environment for a program that has assumed it. */
export async function assumeNewRole(
  config: Config,
  roleName: string,
  policies: Policies,
): Promise<Record<string, string>> {
  const iam = (form: Record<string, string>) =>
    callAws({ service: "iam", region: "us-east-1", form: { Version: "2010-05-08", ...form } });
  const trust = {
    Version: "2012-10-17",
    Statement: {
      Effect: "Allow",
      Principal: { AWS: `arn:aws:iam::${config.account}:root` },
      Action: "sts:AssumeRole",
    },
  };
  const AssumeRolePolicyDocument = JSON.stringify(trust);
  await iam({ Action: "CreateRole", RoleName: roleName, AssumeRolePolicyDocument });
  for (const [PolicyName, document] of Object.entries(policies)) {
    const PolicyDocument = JSON.stringify(document);
    await iam({ Action: "PutRolePolicy", RoleName: roleName, PolicyName, PolicyDocument });
  }
  const answer = await callAws({
    service: "sts",
    region: config.homeRegion,
    form: {
      Action: "AssumeRole",
      Version: "2011-06-15",
      RoleArn: roleArn(config, roleName),
      RoleSessionName: roleName,
      DurationSeconds: TTL_SECONDS,
    },
  });
  const field = (name: string): string => new RegExp(`<${name}>([^<]+)</${name}>`).exec(answer)?.[1] ?? "";
  return {
    AWS_ACCESS_KEY_ID: field("AccessKeyId"),
    AWS_SECRET_ACCESS_KEY: field("SecretAccessKey"),
    AWS_SESSION_TOKEN: field("SessionToken"),
  };
}
