import { Validations } from "aws-cdk-lib";
import type { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { IConstruct } from "constructs";

/** Suppresses check rules for a construct and everything below it, with a reason for each. */
export function acknowledge(construct: IConstruct, rules: Record<string, string>): void {
  const validations = Validations.of(construct);
  for (const [id, reason] of Object.entries(rules)) {
    validations.acknowledge({ id: `AwsSolutions-${id}`, reason });
  }
}

/** Wildcards allowed in the resources of a policy, with a reason for each. */
export const WILDCARDS: readonly [pattern: RegExp, reason: string][] = [
  [/^\*$/, "X-Ray and log delivery do not support resource-level permissions."],
  [/^arn:aws:logs:[^*]+:log-group:\/workspace\/[^*]+:\*$/, "The streams of one log group."],
  [/^arn:aws:states:[^*]+:execution:[^*]+:\*$/, "The executions of one state machine."],
  [
    /^arn:aws:kms:[^*]+:key\/\*$/,
    "KMS keys have no names, so the condition identifies the key by its alias.",
  ],
  [
    /^arn:aws:s3:::[^*]+\/ws\/\$\{aws:PrincipalTag\/workspace\}\/(sql\/)?\*$/,
    "The objects of the session's workspace.",
  ],
  [
    /^arn:aws:s3:::[^*]+\/ws\/\$\{aws:PrincipalTag\/workspace\}\/(loads\/\*\.parquet|tables\/\*\/(iceberg\/\*|merged\/\*\.parquet))$/,
    "The rows and Iceberg metadata of the session's workspace.",
  ],
  [
    /^arn:aws:s3:::[^*]+\/results\/\$\{aws:PrincipalTag\/workspace\}\/\*$/,
    "The results of the session's workspace.",
  ],
  [/^arn:aws:s3:::cdk-[^*]+-assets-[^*]+\/\*$/, "Assets deployed by CDK, named by content hash."],
  [/^arn:aws:s3:::workspace-console-[^*]+\/\*$/, "The console's files, which are public."],
  [/^arn:aws:s3:::[^*]+\/pictures\/\*$/, "User pictures, stored under random keys."],
  [
    /^arn:aws:glue:[^*]+:(table|userDefinedFunction)\/workspace_\$\{aws:PrincipalTag\/workspace\}\/\*$/,
    "The database records of the session's workspace.",
  ],
];

/** Acknowledges each wildcard in a policy with its reason. Throws for a wildcard without a reason. */
export function explainWildcards(construct: IConstruct, statements: readonly PolicyStatement[]): void {
  for (const { resources } of statements) {
    for (const resource of resources.filter((text) => text.includes("*"))) {
      const [, reason] = WILDCARDS.find(([pattern]) => pattern.test(resource)) ?? [];
      if (!reason)
        throw new Error(`No reason is recorded for granting ${construct.node.path} access to ${resource}`);
      // Notation that the checks use for policy variables.
      const shown = resource.replaceAll(/\$\{([^}]+)\}/g, "<$1>");
      acknowledge(construct, { [`IAM5[Resource::${shown}]`]: reason });
    }
  }
}
