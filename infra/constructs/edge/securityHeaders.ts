import { Duration } from "aws-cdk-lib";
import { HeadersReferrerPolicy, type ResponseSecurityHeadersBehavior } from "aws-cdk-lib/aws-cloudfront";

/** Security headers for all responses at all addresses of the platform. */
export const securityHeaders: ResponseSecurityHeadersBehavior = {
  strictTransportSecurity: {
    accessControlMaxAge: Duration.days(730),
    includeSubdomains: true,
    override: true,
  },
  contentTypeOptions: { override: true },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
};
