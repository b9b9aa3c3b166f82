import { Duration, Stack } from "aws-cdk-lib";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import type { Construct } from "constructs";
import type { WrittenConsole } from "#build/console/writeConsole.ts";
import type { Config } from "../config.ts";
import { names } from "../names.ts";
import { acknowledge, explainWildcards } from "./acknowledge.ts";
import { logGroupName } from "./permissions/functionRole.ts";

/** Time for which browsers cache a file with a name that changes with its content. */
const FOREVER = Duration.days(365);

/**
 * Uploads the console files with each deployment: first the files with names that change with their content, then the page
 * that refers to them. Files from earlier deployments remain, because open pages still load them.
 */
export function consoleUpload(
  scope: Construct,
  config: Config,
  bucket: Bucket,
  { assets, pages }: WrittenConsole,
): void {
  const shared = {
    destinationBucket: bucket,
    prune: false,
    // Otherwise, the function would need permission to delete files.
    retainOnDelete: true,
    outputObjectKeys: false,
    role: uploadRole(scope, config).withoutPolicyUpdates(),
    logGroup: new LogGroup(scope, "UploadLogs", {
      logGroupName: logGroupName(names.consoleUpload),
      retention: config.retention.logDays,
    }),
    memoryLimit: 512,
  };
  const files = new BucketDeployment(scope, "Assets", {
    ...shared,
    sources: [Source.asset(assets.directory, { assetHash: assets.hash })],
    cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(FOREVER), CacheControl.immutable()],
  });
  const page = new BucketDeployment(scope, "Pages", {
    ...shared,
    sources: [Source.asset(pages.directory, { assetHash: pages.hash })],
    cacheControl: [CacheControl.noCache()],
  });
  page.node.addDependency(files);
  acknowledge(Stack.of(scope), { L1: "A function that CDK provides together with its runtime." });
}

/** Creates the role for CDK's upload function: it reads the assets and writes only to the console's bucket. */
function uploadRole(scope: Construct, config: Config): Role {
  const { account, homeRegion } = config;
  const bucket = `arn:aws:s3:::${names.consoleBucket(config)}`;
  const statements = [
    new PolicyStatement({
      actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
      resources: [`arn:aws:logs:${homeRegion}:${account}:log-group:${logGroupName(names.consoleUpload)}:*`],
    }),
    new PolicyStatement({
      actions: ["s3:GetObject"],
      resources: [`arn:aws:s3:::cdk-hnb659fds-assets-${account}-${homeRegion}/*`],
    }),
    new PolicyStatement({ actions: ["s3:ListBucket"], resources: [bucket] }),
    new PolicyStatement({ actions: ["s3:PutObject"], resources: [`${bucket}/*`] }),
  ];
  const role = new Role(scope, "UploadRole", {
    roleName: names.consoleUpload,
    assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    inlinePolicies: { Function: new PolicyDocument({ statements }) },
  });
  explainWildcards(role, statements);
  return role;
}
