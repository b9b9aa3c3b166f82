import {
  type IPrincipal,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from "aws-cdk-lib/aws-iam";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { Config } from "#infra/config.ts";
import { explainWildcards } from "#infra/constructs/acknowledge.ts";
import { awsRegionOf, roleArn } from "#infra/names.ts";
import { type Access, ownRoleStatements, tenantGrants } from "./grants.ts";
import { tenantRoleName } from "./tenantRoles.ts";

export interface FunctionRoleProps {
  config: Config;
  functionName: string;
  access: Access;
  /** Names of the secrets that it reads. */
  secrets: readonly string[];
  /** Queue for events that the function could not process. */
  deadLetters?: IQueue;
  /** Service that runs the code; defaults to Lambda. */
  principal?: IPrincipal;
}

/**
 * Creates the role for one function: its log group, its traces, the grants in its contract, and the tenant role that it may
 * assume.
 */
export function functionRole(scope: Construct, id: string, props: FunctionRoleProps): Role {
  const { config, functionName, access, deadLetters } = props;
  const grants = tenantGrants(access);
  const regionAndAccount = `${awsRegionOf(config, access.location)}:${config.account}`;
  const statements = [
    ...telemetryStatements(regionAndAccount, functionName),
    ...ownRoleStatements(config, access, functionName),
  ];
  if (grants.length > 0) {
    statements.push(
      new PolicyStatement({
        actions: ["sts:AssumeRole", "sts:TagSession"],
        resources: [roleArn(config, tenantRoleName(access.location, grants))],
      }),
    );
  }
  if (props.secrets.length > 0) {
    statements.push(secretStatement(regionAndAccount, props.secrets));
  }
  if (deadLetters) {
    statements.push(new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [deadLetters.queueArn] }));
  }
  const role = new Role(scope, id, {
    roleName: functionName,
    assumedBy: props.principal ?? new ServicePrincipal("lambda.amazonaws.com"),
    inlinePolicies: { Function: new PolicyDocument({ statements }) },
  });
  explainWildcards(role, statements);
  return role;
}

/** Allows a function in a location, `<AWS region>:<account>`, to write its logs and traces. */
export function telemetryStatements(regionAndAccount: string, functionName: string): PolicyStatement[] {
  return [
    new PolicyStatement({
      actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
      resources: [`arn:aws:logs:${regionAndAccount}:log-group:${logGroupName(functionName)}:*`],
    }),
    new PolicyStatement({
      actions: ["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
      // X-Ray has no resources to name.
      resources: ["*"],
    }),
  ];
}

/** Allows reading secrets in a location, `<AWS region>:<account>`. */
export function secretStatement(regionAndAccount: string, secrets: readonly string[]): PolicyStatement {
  return new PolicyStatement({
    actions: ["secretsmanager:GetSecretValue"],
    // The service appends a hyphen and six characters to a name.
    resources: [...new Set(secrets)]
      .sort()
      .map((name) => `arn:aws:secretsmanager:${regionAndAccount}:secret:${name}-??????`),
  });
}

export function logGroupName(functionName: string): string {
  return `/workspace/${functionName}`;
}
