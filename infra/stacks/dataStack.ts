import { RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { CfnAccount } from "aws-cdk-lib/aws-apigateway";
import { ManagedPolicy, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import { readerRole } from "#infra/constructs/permissions/readerRole.ts";
import { tenantRoles } from "#infra/constructs/permissions/tenantRoles.ts";
import type { Config } from "../config.ts";
import { acknowledge } from "../constructs/acknowledge.ts";
import { dataTable } from "../constructs/dataTable.ts";
import { keptBucket, logBucket } from "../constructs/objectBucket.ts";
import { operationsOf, stepsOf } from "../constructs/placedFunctions.ts";
import { type Location, names, prefixOf, REGIONS } from "../names.ts";

export interface LocationStackProps extends StackProps {
  config: Config;
  location: Location;
}

/** Permanent resources of one location: the key, the records and the objects, and the roles that give access to them. */
export class DataStack extends Stack {
  constructor(scope: Construct, id: string, props: LocationStackProps) {
    super(scope, id, props);
    const { config, location } = props;
    const key = new Key(this, "Key", {
      alias: names.keyAlias(location),
      description: `Records and objects in ${location}`,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    dataTable(this, names.table(location), key);
    keptBucket(this, location === "platform" ? "Pictures" : "Lake", {
      bucketName: names.bucket(config, location),
      encryptionKey: key,
      hasResults: location !== "platform",
      logBucket: logBucket(this, names.logBucket(config, location), config.retention.logDays),
    });
    tenantRoles(this, config, location, [...operationsOf(config, location), ...stepsOf(location)]);
    if (location !== "platform") readerRole(this, config, location);
    if (writesGatewayLogs(config, location)) this.#gatewayLogs(location);
  }

  /** Creates the role for API Gateway's logs, once per AWS region regardless of the number of APIs. */
  #gatewayLogs(location: Location): void {
    const role = new Role(this, "GatewayLogsRole", {
      roleName: `${prefixOf(location)}-gateway-logs`,
      assumedBy: new ServicePrincipal("apigateway.amazonaws.com"),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName("service-role/AmazonAPIGatewayPushToCloudWatchLogs"),
      ],
    });
    acknowledge(role, {
      "IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]":
        "API Gateway requires exactly this policy for the role that writes its logs.",
    });
    new CfnAccount(this, "GatewayAccount", { cloudWatchRoleArn: role.roleArn });
  }
}

/**
 * Returns whether a location's stack creates the role for API Gateway's logs: the platform may share its AWS region with a data
 * region.
 */
function writesGatewayLogs({ homeRegion, regions }: Config, location: Location): boolean {
  return location !== "platform" || !REGIONS.some((region) => regions[region] === homeRegion);
}
