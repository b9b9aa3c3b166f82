import { Stack, type StackProps } from "aws-cdk-lib";
import { CfnRegexPatternSet, CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import type { Construct } from "constructs";
import { firewallLog } from "#infra/constructs/edge/firewallLog.ts";
import { contentPaths, firewallRules, WEB_ACL } from "#infra/constructs/edge/firewallRules.ts";
import type { Config } from "../config.ts";

export interface FirewallStackProps extends StackProps {
  config: Config;
}

/** Maximum number of patterns in a set, and of characters in each. */
const MAX_PATTERNS = 10;
const MAX_PATTERN_LENGTH = 200;

/** Firewall for all edges. */
export class FirewallStack extends Stack {
  readonly webAclArn: string;

  constructor(scope: Construct, id: string, props: FirewallStackProps) {
    super(scope, id, props);
    const patterns = new CfnRegexPatternSet(this, "ContentPaths", {
      name: "workspace-content-paths",
      description: "Paths whose bodies are SQL, files or documents",
      scope: "CLOUDFRONT",
      regularExpressionList: inSets(contentPaths()),
    });
    const { edge } = props.config;
    const acl = new CfnWebACL(this, "WebAcl", {
      name: WEB_ACL,
      scope: "CLOUDFRONT",
      defaultAction: { allow: {} },
      rules: firewallRules(
        {
          perAddress: edge?.requestsPerAddress ?? 0,
          withoutToken: edge?.requestsWithoutToken ?? 0,
          perToken: edge?.requestsPerToken ?? 0,
        },
        patterns.attrArn,
      ),
      customResponseBodies: {
        throttled: errorBody(
          "throttled",
          "Too many requests from one IP address. Try again in a few minutes.",
        ),
        throttled_without_token: errorBody(
          "throttled",
          "Too many requests without a token from one IP address. Try again in a few minutes.",
        ),
        throttled_token: errorBody(
          "throttled",
          "Too many requests with one token. Try again in a few minutes.",
        ),
        refused: errorBody("request_refused", "The request was blocked because it looks like an attack."),
      },
      associationConfig: {
        requestBody: { CLOUDFRONT: { defaultSizeInspectionLimit: "KB_16" } },
      },
      visibilityConfig: {
        metricName: WEB_ACL,
        cloudWatchMetricsEnabled: true,
        sampledRequestsEnabled: false,
      },
    });
    this.webAclArn = acl.attrArn;
    firewallLog(this, props.config, acl.attrArn);
  }
}

/** Returns an error body without a request ID: the firewall comes first, and the edge's request ID is in a header. */
function errorBody(code: string, detail: string): CfnWebACL.CustomResponseBodyProperty {
  return { contentType: "APPLICATION_JSON", content: JSON.stringify({ detail, code, error_id: null }) };
}

/** Joins patterns so that their number does not exceed the maximum for a set. */
function inSets(patterns: readonly string[]): string[] {
  const sets: string[] = [];
  for (const pattern of patterns) {
    const joined = sets.length > 0 ? `${sets.at(-1)}|${pattern}` : pattern;
    if (sets.length === 0 || joined.length > MAX_PATTERN_LENGTH) sets.push(pattern);
    else sets[sets.length - 1] = joined;
  }
  if (sets.length > MAX_PATTERNS)
    throw new Error("The firewall does not support this many paths with content");
  return sets;
}
