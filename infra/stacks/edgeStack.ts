import { Duration, ReferenceStrength, Stack } from "aws-cdk-lib";
import type { SpecRestApi } from "aws-cdk-lib/aws-apigateway";
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
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  OriginSslPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, RestApiOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { Bucket } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { edgeHeaders } from "#infra/constructs/edge/edgeHeaders.ts";
import { viewerRequestCode } from "#infra/constructs/edge/viewerRequest.ts";
import { EDGE_HEADER } from "#shared/http/gateway/edgeHeader.ts";
import { UPLOADS } from "../bundle.ts";
import { acknowledge } from "../constructs/acknowledge.ts";
import { originSecret } from "../constructs/functionEnvironment.ts";
import { isLargeUpload, operationsOf } from "../constructs/placedFunctions.ts";
import { uploadFunction } from "../constructs/uploadFunction.ts";
import { uploadService } from "../constructs/uploadService.ts";
import { names, prefixOf } from "../names.ts";
import type { FirewallStack } from "./firewallStack.ts";
import type { FunctionStackProps } from "./workflowStack.ts";

export interface EdgeStackProps extends FunctionStackProps {
  api: SpecRestApi;
  firewall: FirewallStack;
}

/** Timeout for the first byte of a response: the maximum without a quota increase. */
const PATIENCE = Duration.seconds(60);

/** Public address of a location: the only way to reach its API and uploads. */
export class EdgeStack extends Stack {
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, props: EdgeStackProps) {
    super(scope, id, props);
    const { config, location, api, firewall } = props;
    if (!config.edge) throw new Error("The edge settings are missing");
    const url = location === "platform" ? config.platformUrl : config.regionUrls[location];
    const behavior = this.#behavior(props);
    const customHeaders = { [EDGE_HEADER]: originSecret(config, location) };
    const origin = new RestApiOrigin(api, { customHeaders, readTimeout: PATIENCE });
    const uploads = this.#uploads(props, customHeaders);
    this.distribution = new Distribution(this, "Distribution", {
      comment: `Workspace data platform: ${location}`,
      domainNames: [new URL(url).hostname],
      certificate: Certificate.fromCertificateArn(this, "Certificate", config.edge.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      webAclId: Stack.consumeReference(firewall.webAclArn, ReferenceStrength.WEAK),
      logBucket: Bucket.fromBucketAttributes(this, "LogBucket", {
        bucketName: names.logBucket(config, location),
        region: this.region,
      }),
      logFilePrefix: "edge/",
      defaultBehavior: { origin, ...behavior },
      additionalBehaviors: Object.fromEntries(
        uploads?.paths.map((path) => [path, { origin: uploads.origin, ...behavior }]) ?? [],
      ),
    });
    acknowledge(this, {
      CFR1: "Laboratories worldwide use the service, so no country is blocked.",
    });
  }

  #behavior({ config, location }: EdgeStackProps): Omit<BehaviorOptions, "origin"> {
    const preflight = new EdgeFunction(this, "ViewerRequest", {
      functionName: `${prefixOf(location)}-viewer-request`,
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(viewerRequestCode(config.appUrl)),
    });
    return {
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      // Every response is for a single caller.
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: new OriginRequestPolicy(this, "ToOrigin", {
        originRequestPolicyName: `${prefixOf(location)}-to-origin`,
        // Origins must receive their host name, and do not support the Expect header.
        headerBehavior: OriginRequestHeaderBehavior.denyList("host", "expect"),
        queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      }),
      responseHeadersPolicy: edgeHeaders(this, location, config.appUrl),
      functionAssociations: [{ function: preflight, eventType: FunctionEventType.VIEWER_REQUEST }],
      compress: true,
    };
  }

  /** Returns the upload origin, which accepts larger files than an API; null if the location has none. */
  #uploads(
    { config, location, functions }: EdgeStackProps,
    customHeaders: Record<string, string>,
  ): { paths: string[]; origin: IOrigin } | null {
    const served = operationsOf(config, location).filter(isLargeUpload);
    const [upload] = served;
    if (!upload) return null;
    const bundle = functions[UPLOADS];
    if (!bundle) throw new Error("The uploads bundle is missing");
    const paths = served.map(({ operation }) => operation.contract.path.replaceAll(/\{\w+\}/g, "*"));
    if (config.uploads === "service") {
      return { paths, origin: uploadService(this, config, upload, bundle, customHeaders) };
    }
    const domainName = uploadFunction(this, config, upload, bundle);
    const origin = new HttpOrigin(domainName, {
      customHeaders,
      readTimeout: PATIENCE,
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    });
    return { paths, origin };
  }
}
