import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Duration } from "aws-cdk-lib";
import { type IOrigin, OriginProtocolPolicy } from "aws-cdk-lib/aws-cloudfront";
import { VpcOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { FlowLogDestination, SubnetType, Vpc } from "aws-cdk-lib/aws-ec2";
import { Platform } from "aws-cdk-lib/aws-ecr-assets";
import { Cluster, ContainerImage, ContainerInsights, LogDrivers } from "aws-cdk-lib/aws-ecs";
import { ApplicationLoadBalancedFargateService } from "aws-cdk-lib/aws-ecs-patterns";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Bucket } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { type Bundle, UPLOADS } from "../bundle.ts";
import type { Config } from "../config.ts";
import { awsRegionOf, names } from "../names.ts";
import { acknowledge } from "./acknowledge.ts";
import { originSecretsOf, secretsOf, uploadEnvironment } from "./functionEnvironment.ts";
import { functionRole, logGroupName } from "./permissions/functionRole.ts";
import type { PlacedOperation } from "./placedFunctions.ts";

const PORT = 8080;

const DOCKERFILE = `FROM public.ecr.aws/docker/library/node:24-slim
WORKDIR /srv
COPY index.mjs .
USER node
CMD ["node", "index.mjs"]
`;

/**
 * Creates the same server as an always-running service, for AWS regions without web functions. Its load balancer has no public
 * address: the edge reaches it inside the network. Tasks have public addresses to reach AWS and the identity provider, but
 * accept connections only from the load balancer.
 */
export function uploadService(
  scope: Construct,
  config: Config,
  upload: PlacedOperation,
  bundle: Bundle,
  customHeaders: Record<string, string>,
): IOrigin {
  writeFileSync(join(bundle.directory, "Dockerfile"), DOCKERFILE);
  const serviceName = names.function(upload.location, UPLOADS);
  const logs = new LogGroup(scope, "UploadLogs", {
    logGroupName: logGroupName(serviceName),
    retention: config.retention.logDays,
  });
  const principal = new ServicePrincipal("ecs-tasks.amazonaws.com");
  const service = new ApplicationLoadBalancedFargateService(scope, "Uploads", {
    serviceName,
    cluster: new Cluster(scope, "Cluster", {
      vpc: network(scope, logs),
      containerInsightsV2: ContainerInsights.ENABLED,
    }),
    cpu: 512,
    memoryLimitMiB: 1024,
    desiredCount: 2,
    minHealthyPercent: 100,
    circuitBreaker: { rollback: true },
    publicLoadBalancer: false,
    assignPublicIp: true,
    taskSubnets: { subnetType: SubnetType.PUBLIC },
    openListener: false,
    idleTimeout: Duration.minutes(15),
    taskImageOptions: {
      image: ContainerImage.fromAsset(bundle.directory, {
        assetName: serviceName,
        platform: Platform.LINUX_AMD64,
        exclude: ["*.map", "node_modules"],
      }),
      containerPort: PORT,
      taskRole: functionRole(scope, "UploadsRole", {
        config,
        functionName: serviceName,
        access: upload,
        secrets: Object.values({ ...secretsOf(config, upload.name, upload), ...originSecretsOf(config) }),
        principal,
      }),
      environment: {
        ...uploadEnvironment(config, upload.name, upload),
        AWS_REGION: awsRegionOf(config, upload.location),
        UPLOADS_ENDPOINT: `0.0.0.0:${PORT}`,
      },
      logDriver: LogDrivers.awsLogs({ streamPrefix: UPLOADS, logGroup: logs }),
    },
  });
  // The server responds with 404 to other paths.
  service.targetGroup.configureHealthCheck({ path: "/", healthyHttpCodes: "404" });
  service.loadBalancer.logAccessLogs(
    Bucket.fromBucketName(scope, "AccessLogBucket", names.logBucket(config, upload.location)),
    "uploads",
  );
  acknowledge(service, {
    ECS2: "The environment contains only names of resources and secrets, not secret values.",
    "IAM5[Resource::*]": "The image registry token does not support resource-level permissions.",
  });
  return VpcOrigin.withApplicationLoadBalancer(service.loadBalancer, {
    customHeaders,
    protocolPolicy: OriginProtocolPolicy.HTTP_ONLY,
    readTimeout: Duration.seconds(60),
  });
}

function network(scope: Construct, logs: LogGroup): Vpc {
  return new Vpc(scope, "Network", {
    maxAzs: 2,
    natGateways: 0,
    subnetConfiguration: [
      { name: "tasks", subnetType: SubnetType.PUBLIC, cidrMask: 24 },
      { name: "balancer", subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 24 },
    ],
    flowLogs: { all: { destination: FlowLogDestination.toCloudWatchLogs(logs) } },
  });
}
