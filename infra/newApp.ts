import { App, type AppProps, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";

/**
 * Creates an app with this project's CDK settings and checks; a finding without a reason is an error.
 */
export function newApp(
  options: Pick<AppProps, "outdir" | "context" | "builtinCloudFormationValidation"> = {},
): App {
  const app = new App({
    ...options,
    analyticsReporting: false,
    context: {
      // Bundles are already in the output, so they do not need to be copied again.
      "aws:cdk:disable-asset-staging": true,
      // Access logs are permitted by the policy of their bucket, not by access control lists.
      "@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy": true,
      // Without indentation, a template has more resources within the limit of 1 MB.
      "@aws-cdk/core:suppressTemplateIndentation": true,
      // The API to which the edge refers cannot be removed.
      "@aws-cdk/core:defaultCrossStackReferences": "strong",
      ...options.context,
    },
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}
