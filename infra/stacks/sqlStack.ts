import { Stack, type StackProps } from "aws-cdk-lib";
import { CfnWorkGroup } from "aws-cdk-lib/aws-athena";
import { Bucket } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import type { Config } from "../config.ts";
import { expiringBucket, withForeignLogs } from "../constructs/objectBucket.ts";
import { names, type RegionName, SQL_TIERS } from "../names.ts";

export interface SqlStackProps extends StackProps {
  config: Config;
  region: RegionName;
}

const GIGABYTE = 1024 ** 3;

/**
 * SQL resources of a region: a workgroup for each tier, with its limit on data read per query, and a bucket for results.
 */
export class SqlStack extends Stack {
  constructor(scope: Construct, id: string, props: SqlStackProps) {
    super(scope, id, props);
    const { config, region } = props;
    const results = withForeignLogs(
      expiringBucket(this, "Results", {
        bucketName: names.resultBucket(config, region),
        days: config.retention.resultDays,
        logBucket: Bucket.fromBucketName(this, "Logs", names.logBucket(config, region)),
      }),
    );
    for (const tier of SQL_TIERS) {
      const workgroup = new CfnWorkGroup(this, `Workgroup-${tier}`, {
        name: names.workgroup(region, tier),
        description: `SQL for workspaces, at most ${config.sql.scanGigabytes[tier]} GB per query`,
        workGroupConfiguration: {
          bytesScannedCutoffPerQuery: config.sql.scanGigabytes[tier] * GIGABYTE,
          engineVersion: { selectedEngineVersion: "Athena engine version 3" },
          // Each query specifies a result location in its workspace; the session's credentials allow no other location.
          enforceWorkGroupConfiguration: false,
          publishCloudWatchMetricsEnabled: true,
          requesterPaysEnabled: false,
          resultConfiguration: {
            outputLocation: `s3://${results.bucketName}/unclaimed/`,
            encryptionConfiguration: { encryptionOption: "SSE_S3" },
          },
        },
      });
      workgroup.node.addDependency(results);
    }
  }
}
