import { HeadersFrameOption, ResponseHeadersPolicy } from "aws-cdk-lib/aws-cloudfront";
import type { Construct } from "constructs";
import { type Location, prefixOf } from "#infra/names.ts";
import { ALLOWED_HEADERS, ALLOWED_METHODS, EXPOSED_HEADERS } from "#shared/http/gateway/corsLists.ts";
import { securityHeaders } from "./securityHeaders.ts";

/**
 * Creates the headers for all responses from any origin. They are meant for browsers, and allow access only from the web
 * application's origin.
 */
export function edgeHeaders(scope: Construct, location: Location, appOrigin: string): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, "Headers", {
    responseHeadersPolicyName: `${prefixOf(location)}-headers`,
    corsBehavior: {
      accessControlAllowOrigins: [appOrigin],
      accessControlAllowHeaders: ALLOWED_HEADERS,
      accessControlAllowMethods: ALLOWED_METHODS,
      accessControlExposeHeaders: EXPOSED_HEADERS,
      accessControlAllowCredentials: false,
      originOverride: true,
    },
    securityHeadersBehavior: {
      ...securityHeaders,
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      // Pages of the service (documentation, reports) set a separate policy.
      contentSecurityPolicy: {
        contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
        override: false,
      },
    },
  });
}
