import { ResponseHeadersPolicy } from "aws-cdk-lib/aws-cloudfront";
import type { Construct } from "constructs";
import { consoleHeaders } from "#build/console/consoleHeaders.ts";
import type { Config } from "#infra/config.ts";
import { awsRegionOf, names, REGIONS } from "#infra/names.ts";
import { securityHeaders } from "./securityHeaders.ts";

/** Headers with dedicated settings in CloudFront; all others are custom headers. */
const OF_SETTINGS = ["content-security-policy", "referrer-policy", "x-content-type-options"];

/** Creates the headers for all console responses. */
export function consoleResponse(scope: Construct, config: Config): ResponseHeadersPolicy {
  const headers = consoleHeaders({
    platformUrl: config.platformUrl,
    regionUrls: Object.values(config.regionUrls),
    idpUrl: new URL(config.idp.authUrl).origin,
    objectUrls: REGIONS.map(
      (region) => `https://${names.bucket(config, region)}.s3.${awsRegionOf(config, region)}.amazonaws.com`,
    ),
  });
  return new ResponseHeadersPolicy(scope, "Headers", {
    responseHeadersPolicyName: `${names.console}-headers`,
    securityHeadersBehavior: {
      ...securityHeaders,
      contentSecurityPolicy: {
        contentSecurityPolicy: headers["content-security-policy"] ?? "",
        override: true,
      },
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(headers)
        .filter(([header]) => !OF_SETTINGS.includes(header))
        .map(([header, value]) => ({ header, value, override: true })),
    },
  });
}
