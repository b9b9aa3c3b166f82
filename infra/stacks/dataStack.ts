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
import { names, type Place, prefixOf, REGIONS } from "../names.ts";

export interface PlaceStackProps extends StackProps {
  config: Config;
  place: Place;
}

/** Permanent resources of one place: the key, the records and the objects, and the roles that give access to them. */
export class DataStack extends Stack {
  constructor(scope: Construct, id: string, props: PlaceStackProps) {
    super(scope, id, props);
    const { config, place } = props;
    const key = new Key(this, "Key", {
      alias: names.keyAlias(place),
      description: `Records and objects in ${place}`,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    dataTable(this, names.table(place), key);
    keptBucket(this, place === "platform" ? "Pictures" : "Lake", {
      bucketName: names.bucket(config, place),
      encryptionKey: key,
      hasResults: place !== "platform",
      logBucket: logBucket(this, names.logBucket(config, place), config.retention.logDays),
    });
    tenantRoles(this, config, place, [...operationsOf(config, place), ...stepsOf(place)]);
    if (place !== "platform") readerRole(this, config, place);
    if (writesGatewayLogs(config, place)) this.#gatewayLogs(place);
  }

  /** Creates the role for API Gateway's logs, once per AWS region regardless of the number of APIs. */
  #gatewayLogs(place: Place): void {
    const role = new Role(this, "GatewayLogsRole", {
      roleName: `${prefixOf(place)}-gateway-logs`,
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
 * Returns whether a place's stack creates the role for API Gateway's logs: the platform may share its AWS region with a data
 * region.
 */
function writesGatewayLogs({ homeRegion, regions }: Config, place: Place): boolean {
  return place !== "platform" || !REGIONS.some((region) => regions[region] === homeRegion);
}
