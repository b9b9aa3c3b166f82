import { Stack } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { describe, expect, it } from "vitest";
import { acknowledge, explainWildcards } from "#infra/constructs/acknowledge.ts";
import { newApp } from "#infra/newApp.ts";
import { ON_ATHENA, synthesize } from "./synthesized.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

/** Defines the tests for the checks, which share a single synthesis with the tests in other files. */
export function checkCases(): void {
  function appWith(build: (stack: Stack) => void): () => unknown {
    const app = newApp({ outdir: temporaryFolder("checks") });
    build(new Stack(app, "Example", { env: { account: "111111111111", region: "eu-central-1" } }));
    return () => app.synth();
  }

  describe("the checks of the stacks", () => {
    it("the checks pass on AWS, on LocalStack, and with each engine and upload server", () => {
      // A finding aborts the synthesis.
      expect(synthesize().stacks).toHaveLength(20);
      expect(synthesize({ target: "localstack" }).stacks).toHaveLength(9);
      expect(synthesize(ON_ATHENA).stacks).toHaveLength(20);
      expect(synthesize({ uploads: "service" }).stacks).toHaveLength(20);
    });

    it("the checks detect a bucket that accepts requests without TLS", () => {
      expect(appWith((stack) => new Bucket(stack, "Open"))).toThrow(/SSL|HTTPS|TLS/i);
    });

    it("the checks detect a policy with a wildcard", () => {
      const build = (stack: Stack): void => {
        const role = new Role(stack, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
        role.addToPolicy(new PolicyStatement({ actions: ["s3:GetObject"], resources: ["arn:aws:s3:::b/*"] }));
      };
      expect(appWith(build)).toThrow("IAM5[Resource::arn:aws:s3:::b/*]");
    });

    it("the checks accept an exception with a reason", () => {
      const build = (stack: Stack): void => {
        const bucket = new Bucket(stack, "Logs", { enforceSSL: true });
        acknowledge(bucket, { S1: "It stores the access logs of the other buckets." });
      };
      expect(appWith(build)).not.toThrow();
    });

    it("the checks refuse a wildcard without a reason", () => {
      const stack = new Stack();
      const statement = new PolicyStatement({ actions: ["s3:GetObject"], resources: ["arn:aws:s3:::b/*"] });
      expect(() => explainWildcards(stack, [statement])).toThrow(
        /^No reason is recorded for granting .* access to arn:aws:s3:::b\/\*$/,
      );
    });
  });
}
