import { AccountRootPrincipal, PrincipalWithConditions } from "aws-cdk-lib/aws-iam";
import type { Config } from "#infra/config.ts";
import { type Place, prefixOf, roleArn } from "#infra/names.ts";

/** Functions in a place that use a workspace as the only session tag. */
export function listTaggedFunctions(config: Config, place: Place): PrincipalWithConditions {
  return new PrincipalWithConditions(new AccountRootPrincipal(), {
    ArnLike: { "aws:PrincipalArn": roleArn(config, `${prefixOf(place)}-*`) },
    StringLike: { "aws:RequestTag/workspace": "?*" },
    "ForAllValues:StringEquals": { "aws:TagKeys": ["workspace"] },
    Null: { "aws:TagKeys": "false" },
  });
}
