import { Duration, ReferenceStrength, Stack, type StackProps } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { Bucket } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import type { WrittenConsole } from "#build/console/writeConsole.ts";
import { consoleRequestCode } from "#infra/constructs/edge/consoleRequest.ts";
import { consoleResponse } from "#infra/constructs/edge/consoleResponse.ts";
import type { Config } from "../config.ts";
import { acknowledge } from "../constructs/acknowledge.ts";
import { consoleUpload } from "../constructs/consoleUpload.ts";
import { siteBucket } from "../constructs/objectBucket.ts";
import { names } from "../names.ts";
import type { FirewallStack } from "./firewallStack.ts";

export interface ConsoleStackProps extends StackProps {
  config: Config;
  files: WrittenConsole;
  firewall: FirewallStack;
}

/** Console at `appUrl`: its files, and the distribution that serves them. */
export class ConsoleStack extends Stack {
  constructor(scope: Construct, id: string, { config, files, firewall, ...props }: ConsoleStackProps) {
    super(scope, id, props);
    if (!config.edge) throw new Error("The edge settings are missing");
    const logBucket = Bucket.fromBucketAttributes(this, "LogBucket", {
      bucketName: names.logBucket(config, "platform"),
      region: this.region,
    });
    const bucket = siteBucket(this, "Files", { bucketName: names.consoleBucket(config), logBucket });
    consoleUpload(this, config, bucket, files);
    const behavior = this.#behavior(config, bucket);
    new Distribution(this, "Distribution", {
      comment: "Workspace data platform: console",
      domainNames: [new URL(config.appUrl).hostname],
      certificate: Certificate.fromCertificateArn(this, "Certificate", config.edge.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      webAclId: Stack.consumeReference(firewall.webAclArn, ReferenceStrength.WEAK),
      logBucket,
      logFilePrefix: "console/",
      // The page and its configuration are always revalidated, because they refer to the latest deployment.
      defaultBehavior: { ...behavior, cachePolicy: CachePolicy.CACHING_DISABLED },
      additionalBehaviors: { "/assets/*": { ...behavior, cachePolicy: CachePolicy.CACHING_OPTIMIZED } },
      // Without list permission, a missing object results in a 403. The page then reports an unknown path.
      errorResponses: [
        {
          httpStatus: 403,
          responseHttpStatus: 404,
          responsePagePath: "/index.html",
          ttl: Duration.seconds(0),
        },
      ],
    });
    acknowledge(this, { CFR1: "Laboratories worldwide use the service, so no country is blocked." });
  }

  #behavior(config: Config, bucket: Bucket): BehaviorOptions {
    const request = new EdgeFunction(this, "ViewerRequest", {
      functionName: `${names.console}-viewer-request`,
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(consoleRequestCode(config.platformUrl)),
    });
    return {
      origin: S3BucketOrigin.withOriginAccessControl(bucket),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      responseHeadersPolicy: consoleResponse(this, config),
      functionAssociations: [{ function: request, eventType: FunctionEventType.VIEWER_REQUEST }],
      compress: true,
    };
  }
}
