import { AccountRootPrincipal, PrincipalWithConditions } from "aws-cdk-lib/aws-iam";
import type { Config } from "#infra/config.ts";
import { type Location, prefixOf, roleArn } from "#infra/names.ts";

/** Functions in a location that use a workspace as the only session tag. */
export function listTaggedFunctions(config: Config, location: Location): PrincipalWithConditions {
  return new PrincipalWithConditions(new AccountRootPrincipal(), {
    ArnLike: { "aws:PrincipalArn": roleArn(config, `${prefixOf(location)}-*`) },
    StringLike: { "aws:RequestTag/workspace": "?*" },
    "ForAllValues:StringEquals": { "aws:TagKeys": ["workspace"] },
    Null: { "aws:TagKeys": "false" },
  });
}
