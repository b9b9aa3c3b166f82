import { Duration, Stack, Validations } from "aws-cdk-lib";
import {
  ApplicationLogLevel,
  WebFunction,
  WebFunctionAuthType,
  WebFunctionCode,
  WebFunctionRuntime,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { type Bundle, UPLOADS } from "../bundle.ts";
import type { Config } from "../config.ts";
import { awsRegionOf, names } from "../names.ts";
import { acknowledge } from "./acknowledge.ts";
import { originSecretsOf, secretsOf, uploadEnvironment } from "./functionEnvironment.ts";
import { functionRole, logGroupName } from "./permissions/functionRole.ts";
import type { PlacedOperation } from "./placedFunctions.ts";

/**
 * Creates the web function for uploads: a server that scales to zero and accepts bodies of any size, whereas API Gateway
 * accepts at most 10 MB. Its endpoint is public, because browsers cannot sign requests; it requires the edge's secret and then
 * tokens. Returns the domain name of its endpoint.
 */
export function uploadFunction(
  scope: Construct,
  config: Config,
  upload: PlacedOperation,
  bundle: Bundle,
): string {
  const functionName = names.function(upload.location, UPLOADS);
  const { NODE_OPTIONS: _, ...environment } = uploadEnvironment(config, upload.name, upload);
  const lambda = new WebFunction(scope, "Uploads", {
    webFunctionName: functionName,
    code: WebFunctionCode.fromAssetToManagedBucket(bundle.directory, {
      assetHash: bundle.hash,
      copyOptions: { logGroup: logGroup(scope, config, `${functionName}-copy`) },
    }),
    runtime: WebFunctionRuntime.NODEJS_24_X,
    entryPoint: "index.mjs",
    revisionDescription: upload.operation.contract.summary,
    role: functionRole(scope, "UploadsRole", {
      config,
      functionName,
      access: upload,
      secrets: Object.values({ ...secretsOf(config, upload.name, upload), ...originSecretsOf(config) }),
    }),
    environment,
    applicationLogLevel: ApplicationLogLevel.INFO,
    logGroup: logGroup(scope, config, functionName),
    // Time to upload 100 MB on a slow connection.
    timeout: Duration.minutes(15),
    // The process opens a tenant's file: no other tenant's request may share its memory or its temporary folder.
    maxConcurrencyPerEnvironment: 1,
    defaultEndpointAuth: WebFunctionAuthType.APPLICATION_MANAGED,
  });
  const partition = "arn:<AWS::Partition>";
  acknowledge(Stack.of(scope), {
    S1: "The bucket contains only code; access is recorded in the account's CloudTrail.",
    [`IAM4[Policy::${partition}:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]`]:
      "CDK's function for copying the code writes its log.",
    "IAM5[Action::s3:Abort*]": "CDK's function for copying the code, limited to its prefix.",
    "IAM5[Action::s3:DeleteObject*]": "CDK's function for copying the code, limited to its prefix.",
    "IAM5[Resource::<AWSCDKWebFunctionAssetBucket5B596593.Arn>/web-function/*]": "The prefix of the code.",
    [`IAM5[Resource::${partition}:s3:::cdk-hnb659fds-assets-${config.account}-${awsRegionOf(config, upload.location)}/*]`]:
      "CDK's function reads assets deployed by CDK.",
  });
  Validations.of(lambda).acknowledge({
    id: "Annotation::@aws-cdk/aws-lambda:webFunctionPublicEndpoint",
    reason: "Browsers cannot sign requests. The server checks the edge's secret and then the token.",
  });
  return lambda.endpoint.domainName;
}

function logGroup(scope: Construct, config: Config, functionName: string): LogGroup {
  return new LogGroup(scope, `${functionName}-logs`, {
    logGroupName: logGroupName(functionName),
    retention: config.retention.logDays,
  });
}
