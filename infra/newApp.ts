import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";

/**
 * Creates an app with the CDK settings of this project, and with the checks: a finding without a reason is an error.
 */
export function newApp(options: { outdir?: string; context?: Record<string, unknown> } = {}): App {
  const app = new App({
    ...(options.outdir ? { outdir: options.outdir } : {}),
    analyticsReporting: false,
    context: {
      // Bundles are in the output already, so they need not be copied again.
      "aws:cdk:disable-asset-staging": true,
      // Access logs are permitted by the policy of their bucket, not by access control lists.
      "@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy": true,
      // The API that the edge refers to cannot be removed.
      "@aws-cdk/core:defaultCrossStackReferences": "strong",
      ...options.context,
    },
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}
