import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";

/** An app with the ways of CDK that this project uses, and with the checks: a finding without a reason is an error. */
export function newApp(options: { outdir?: string; context?: Record<string, unknown> } = {}): App {
  const app = new App({
    ...(options.outdir ? { outdir: options.outdir } : {}),
    analyticsReporting: false,
    context: {
      // What is bundled is in the output already: it need not be copied there once more.
      "aws:cdk:disable-asset-staging": true,
      // Logs of access come by the policy of their bucket, not by access control lists.
      "@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy": true,
      // The edge cannot lose the API that it points to.
      "@aws-cdk/core:defaultCrossStackReferences": "strong",
      ...options.context,
    },
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}
