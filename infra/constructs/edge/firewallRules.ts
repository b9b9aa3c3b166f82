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
  /** Requests of one address that cannot be authenticated, because they contain nothing that looks like a token. */
  withoutToken: number;
  perToken: number;
}

/**
 * Header that can contain a token: a JWT after any prefix, or Basic credentials, which contain one in Trino's protocol. The
 * header is in lower case when it is compared.
 */
export const TOKEN_HEADER =
  "^(?:bearer[ \\t]+\\S*eyj[\\w-]+\\.[\\w-]+\\.[\\w-]+|basic[ \\t]+[\\w+/=-]{100,})$";

/**
 * Returns the firewall rules. Rules that inspect bodies or detect SQL only label a request. Custom rules then refuse labeled
 * requests, except on paths that accept SQL, files or documents, where they are only counted.
 */
export function firewallRules(limits: RequestLimits, contentPatterns: string): Rule[] {
  const isElsewhere = isNot(pathMatches(contentPatterns));
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
      name: "RequestsWithoutToken",
      action: blockWith429("throttled_without_token"),
      statement: {
        rateBasedStatement: {
          aggregateKeyType: "IP",
          limit: limits.withoutToken,
          scopeDownStatement: { andStatement: { statements: [isNot(PREFLIGHT), isNot(WITH_TOKEN)] } },
        },
      },
    },
    {
      // Requests without a token are not counted here. Invalid tokens are counted by the functions that verify them.
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

/** The edge responds to preflight requests; they have no token. */
const PREFLIGHT: Statement = {
  byteMatchStatement: {
    fieldToMatch: { method: {} },
    positionalConstraint: "EXACTLY",
    searchString: "OPTIONS",
    textTransformations: [{ priority: 0, type: "NONE" }],
  },
};
const WITH_TOKEN: Statement = {
  regexMatchStatement: {
    fieldToMatch: { singleHeader: { Name: "authorization" } },
    regexString: TOKEN_HEADER,
    textTransformations: [{ priority: 0, type: "LOWERCASE" }],
  },
};

function isNot(statement: Statement): Statement {
  return { notStatement: { statement } };
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
