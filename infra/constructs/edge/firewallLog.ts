import { Stack } from "aws-cdk-lib";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { CfnLoggingConfiguration } from "aws-cdk-lib/aws-wafv2";
import type { Construct } from "constructs";
import type { Config } from "#infra/config.ts";

/** Headers that are not logged because they contain credentials. */
const SECRET_HEADERS = ["authorization", "cookie", "x-api-key"];

/** Logs only the requests that a firewall refuses: without bodies, which it never logs, and without secrets. */
export function firewallLog(scope: Construct, config: Config, webAclArn: string): void {
  const group = new LogGroup(scope, "BlockLog", {
    // The firewall writes only to groups with this prefix.
    logGroupName: "aws-waf-logs-workspace-edge",
    retention: config.retention.logDays,
  });
  const { region, account } = Stack.of(scope);
  new CfnLoggingConfiguration(scope, "BlockLogging", {
    resourceArn: webAclArn,
    // Without the ":*" at the end of a log group ARN, which the firewall rejects.
    logDestinationConfigs: [`arn:aws:logs:${region}:${account}:log-group:${group.logGroupName}`],
    redactedFields: [...SECRET_HEADERS.map((Name) => ({ singleHeader: { Name } })), { queryString: {} }],
    loggingFilter: {
      DefaultBehavior: "DROP",
      Filters: [
        {
          Behavior: "KEEP",
          Requirement: "MEETS_ANY",
          Conditions: [{ ActionCondition: { Action: "BLOCK" } }],
        },
      ],
    },
  });
}
