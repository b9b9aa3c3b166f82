import { AccountRootPrincipal, PrincipalWithConditions } from "aws-cdk-lib/aws-iam";
import type { Config } from "#infra/config.ts";
import { type Place, prefixOf, roleArn } from "#infra/names.ts";

/** Functions of a place that name a workspace as the only tag of a session. */
export function listTaggedFunctions(config: Config, place: Place): PrincipalWithConditions {
  return new PrincipalWithConditions(new AccountRootPrincipal(), {
    ArnLike: { "aws:PrincipalArn": roleArn(config, `${prefixOf(place)}-*`) },
    StringLike: { "aws:RequestTag/workspace": "?*" },
    "ForAllValues:StringEquals": { "aws:TagKeys": ["workspace"] },
    Null: { "aws:TagKeys": "false" },
  });
}
