import type { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { operations } from "#functions/operations.ts";
import { routesOf } from "#shared/http/openapi/openapi.ts";
import type { Operation } from "#shared/http/operations/operation.ts";

type Rule = CfnWebACL.RuleProperty;
type Statement = CfnWebACL.StatementProperty;

const BODY_LABELS = [
  ...["SizeRestrictions_Body", "CrossSiteScripting_Body", "GenericLFI_Body", "GenericRFI_Body"],
  "EC2MetaDataSSRF_Body",
].map((rule) => `awswaf:managed:aws:core-rule-set:${rule}`);
/** Name of the firewall and its metrics. */
export const WEB_ACL = "workspace-edge";

/** Core rule set rules that inspect bodies. */
const BODY_RULES = [
  ...["SizeRestrictions_BODY", "CrossSiteScripting_BODY", "GenericLFI_BODY", "GenericRFI_BODY"],
  "EC2MetaDataSSRF_BODY",
];
const SQL_LABELS = "awswaf:managed:aws:sql-database:";

/**
 * Returns whether the bodies of an operation legitimately resemble attacks: SQL and views, files, and documents larger than a
 * few kilobytes (load tables, task parameters).
 */
export function carriesContent({ contract: { needs, form, tag, method, body } }: Operation): boolean {
  const takesSql = method === "POST" && (needs.includes("sql") || needs.includes("duckdb"));
  if (form !== undefined || takesSql) return true;
  return body !== undefined && (tag === "Tasks" || tag === "Data loads");
}

/** Returns regular expressions for the paths of operations with bodies that legitimately resemble attacks. */
export function contentPaths(): string[] {
  const paths = Object.values(operations as Record<string, Operation>)
    .filter(carriesContent)
    .flatMap(({ contract }) => routesOf(contract).map(({ path }) => path));
  return [...new Set(paths)]
    .sort()
    .map((path) => `^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

/** Maximum number of requests in five minutes. */
export interface RequestLimits {
  perAddress: number;
  perToken: number;
}

/**
 * Returns the firewall rules. Rules that inspect bodies or detect SQL only label a request. Custom rules then refuse labeled
 * requests, except on paths that accept SQL, files or documents, where they are only counted.
 */
export function firewallRules(limits: RequestLimits, contentPatterns: string): Rule[] {
  const isElsewhere: Statement = { notStatement: { statement: pathMatches(contentPatterns) } };
  const refusedLabels: Statement[] = [
    ...BODY_LABELS.map((key) => ({ labelMatchStatement: { scope: "LABEL", key } })),
    { labelMatchStatement: { scope: "NAMESPACE", key: SQL_LABELS } },
  ];
  const rules: Omit<Rule, "priority" | "visibilityConfig">[] = [
    {
      name: "RequestsOfOneAddress",
      action: blockWith429("throttled"),
      statement: { rateBasedStatement: { aggregateKeyType: "IP", limit: limits.perAddress } },
    },
    {
      // Requests without a token are not counted here. Those with an invalid token are refused and count toward their address.
      name: "RequestsOfOneToken",
      action: blockWith429("throttled_token"),
      statement: {
        rateBasedStatement: {
          aggregateKeyType: "CUSTOM_KEYS",
          customKeys: [
            { header: { name: "authorization", textTransformations: [{ priority: 0, type: "NONE" }] } },
          ],
          limit: limits.perToken,
        },
      },
    },
    managedRule("AWSManagedRulesAmazonIpReputationList"),
    managedRule("AWSManagedRulesKnownBadInputsRuleSet"),
    managedRule("AWSManagedRulesCommonRuleSet", BODY_RULES),
    { ...managedRule("AWSManagedRulesSQLiRuleSet"), overrideAction: { count: {} } },
    {
      name: "BodiesAndSqlElsewhere",
      action: { block: { customResponse: { responseCode: 403, customResponseBodyKey: "refused" } } },
      statement: {
        andStatement: { statements: [isElsewhere, { orStatement: { statements: refusedLabels } }] },
      },
    },
  ];
  return rules.map((rule, priority) => ({
    ...rule,
    priority,
    visibilityConfig: {
      metricName: rule.name,
      cloudWatchMetricsEnabled: true,
      // Samples would show addresses and headers, including tokens.
      sampledRequestsEnabled: false,
    },
  }));
}

/** Refuses a request with 429. Rates are counted over five minutes: a retry after one minute may succeed. */
function blockWith429(customResponseBodyKey: string): CfnWebACL.RuleActionProperty {
  const responseHeaders = [{ name: "Retry-After", value: "60" }];
  return { block: { customResponse: { responseCode: 429, customResponseBodyKey, responseHeaders } } };
}

function managedRule(
  name: string,
  counted: readonly string[] = [],
): Omit<Rule, "priority" | "visibilityConfig"> {
  return {
    name,
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: "AWS",
        name,
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      },
    },
  };
}

function pathMatches(patternSetArn: string): Statement {
  return {
    regexPatternSetReferenceStatement: {
      arn: patternSetArn,
      fieldToMatch: { uriPath: {} },
      textTransformations: [{ priority: 0, type: "URL_DECODE" }],
    },
  };
}
