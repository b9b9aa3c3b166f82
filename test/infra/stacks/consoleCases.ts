import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { consoleHeaders } from "#build/console/consoleHeaders.ts";
import { isConsolePage } from "#console/consolePaths.ts";
import { consoleRequestCode } from "#infra/constructs/edge/consoleRequest.ts";
import { rolesOf } from "./roles.ts";
import { isAllowed } from "./simulatePolicy.ts";
import { ACCOUNT, ofType, synthesize } from "./synthesized.ts";

/** Defines tests that share a single synthesis with the tests in other files. */
export function consoleCases(): void {
  const { config, stacks } = synthesize();
  const consoleStacks = stacks.filter(({ name }) => name === "PlatformConsole");
  const BUCKET = `workspace-console-${ACCOUNT}`;

  // biome-ignore lint/suspicious/noExplicitAny: what the properties are depends on the type of the resource.
  function only(type: string): any {
    const resources = ofType(consoleStacks, type);
    expect(resources, type).toHaveLength(1);
    return resources[0]?.resource.Properties;
  }

  describe("the console on AWS", () => {
    const { DistributionConfig: site } = only("AWS::CloudFront::Distribution");
    const behaviors = [site.DefaultCacheBehavior, ...site.CacheBehaviors];

    it("the console is a separate distribution at `appUrl`, with the same firewall", () => {
      expect(site.Aliases).toEqual(["app.example.org"]);
      expect(site.ViewerCertificate.MinimumProtocolVersion).toBe("TLSv1.2_2021");
      expect(site.WebACLId["Fn::GetStackOutput"]).toMatchObject({ StackName: "Firewall" });
      expect(consoleStacks[0]?.region).toBe(config.homeRegion);
      for (const { ViewerProtocolPolicy, AllowedMethods } of behaviors) {
        expect([ViewerProtocolPolicy, AllowedMethods]).toEqual(["redirect-to-https", ["GET", "HEAD"]]);
      }
    });

    it("the private bucket accepts only this distribution", () => {
      expect(site.Origins).toHaveLength(1);
      const [origin] = site.Origins;
      expect(origin.OriginAccessControlId).toBeDefined();
      expect(JSON.stringify(origin.DomainName)).toContain("RegionalDomainName");
      expect(only("AWS::CloudFront::OriginAccessControl").OriginAccessControlConfig).toMatchObject({
        OriginAccessControlOriginType: "s3",
        SigningBehavior: "always",
        SigningProtocol: "sigv4",
      });
      expect(only("AWS::S3::Bucket").BucketName).toBe(BUCKET);
      const allowed = only("AWS::S3::BucketPolicy").PolicyDocument.Statement.filter(
        ({ Effect }: { Effect: string }) => Effect === "Allow",
      );
      expect(allowed).toHaveLength(1);
      expect(allowed[0]).toMatchObject({
        Action: "s3:GetObject",
        Principal: { Service: "cloudfront.amazonaws.com" },
      });
      expect(JSON.stringify(allowed[0].Condition)).toContain(":distribution/");
    });

    it("responses have the same headers as on the local platform, plus HSTS", () => {
      const { ResponseHeadersPolicyConfig: policy } = only("AWS::CloudFront::ResponseHeadersPolicy");
      const settings = policy.SecurityHeadersConfig;
      const sent = {
        "content-security-policy": settings.ContentSecurityPolicy.ContentSecurityPolicy,
        "referrer-policy": settings.ReferrerPolicy.ReferrerPolicy,
        "x-content-type-options": settings.ContentTypeOptions.Override ? "nosniff" : "",
        ...Object.fromEntries(
          policy.CustomHeadersConfig.Items.map(({ Header, Value }: { Header: string; Value: string }) => [
            Header,
            Value,
          ]),
        ),
      };
      expect(sent).toEqual(
        consoleHeaders({
          platformUrl: "https://api.example.org",
          regionUrls: ["https://eu.api.example.org", "https://us.api.example.org"],
          idpUrl: "https://idp.example.org",
          objectUrls: [
            "https://workspace-lake-eu-111111111111.s3.eu-central-1.amazonaws.com",
            "https://workspace-lake-us-111111111111.s3.us-east-1.amazonaws.com",
          ],
        }),
      );
      expect(settings.StrictTransportSecurity).toMatchObject({ AccessControlMaxAgeSec: 63_072_000 });
      for (const { ResponseHeadersPolicyId } of behaviors) expect(ResponseHeadersPolicyId).toBeDefined();
    });

    it("hashed files are cached indefinitely, and the page is always revalidated", () => {
      const [uploadOfFiles, uploadOfPage] = ["Assets", "Pages"].map(
        (name) =>
          ofType(consoleStacks, "Custom::CDKBucketDeployment").find(({ id }) => id.startsWith(name))
            ?.resource,
      );
      expect(uploadOfFiles?.Properties.SystemMetadata).toEqual({
        "cache-control": "public, max-age=31536000, immutable",
      });
      expect(uploadOfPage?.Properties.SystemMetadata).toEqual({ "cache-control": "no-cache" });
      const DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
      expect(site.DefaultCacheBehavior.CachePolicyId).toBe(DISABLED);
      expect(site.CacheBehaviors).toHaveLength(1);
      expect(site.CacheBehaviors[0]).toMatchObject({ PathPattern: "/assets/*", Compress: true });
      expect(site.CacheBehaviors[0].CachePolicyId).not.toBe(DISABLED);
    });

    it("the page is uploaded after its files, and files of open pages remain available", () => {
      const uploads = ofType(consoleStacks, "Custom::CDKBucketDeployment");
      expect(uploads).toHaveLength(2);
      for (const { resource } of uploads) {
        expect(resource.Properties).toMatchObject({ Prune: false, OutputObjectKeys: false });
        expect(resource.Properties.RetainOnDelete ?? true).toBe(true);
      }
      const page = uploads.find(({ id }) => id.startsWith("Pages"));
      expect(JSON.stringify(page?.resource)).toMatch(/"DependsOn":\[[^\]]*"Assets/);
    });

    it("an unknown path shows the console's page with status 404", () => {
      expect(site.CustomErrorResponses).toEqual([
        { ErrorCode: 403, ResponseCode: 404, ResponsePagePath: "/index.html", ErrorCachingMinTTL: 0 },
      ]);
    });
  });

  describe("CDK's upload function of the console", () => {
    const uploaders = ofType(consoleStacks, "AWS::Lambda::Function");
    const role = rolesOf(consoleStacks).get("workspace-console-upload");

    it("there is one upload function, with a separate role and a log retention period", () => {
      expect(uploaders).toHaveLength(1);
      const { Role, LoggingConfig, Environment } = uploaders[0]?.resource.Properties ?? {};
      expect(JSON.stringify(Role)).toContain("UploadRole");
      expect(Object.keys(Environment.Variables)).toEqual(["AWS_CA_BUNDLE"]);
      const log = consoleStacks[0]?.resources[LoggingConfig.LogGroup.Ref];
      expect(log?.Properties).toMatchObject({
        LogGroupName: "/workspace/workspace-console-upload",
        RetentionInDays: 90,
      });
      expect([...rolesOf(consoleStacks).keys()]).toEqual(["workspace-console-upload"]);
      expect(ofType(consoleStacks, "AWS::IAM::Policy")).toEqual([]);
      expect(ofType(consoleStacks, "AWS::Lambda::Permission")).toEqual([]);
    });

    it("the upload function can only write the console's bucket and read assets", () => {
      expect(role?.managed).toEqual([]);
      const statements = role?.statements ?? [];
      expect(statements.flatMap(({ Action }) => Action).sort()).toEqual([
        "logs:CreateLogStream",
        "logs:PutLogEvents",
        "s3:GetObject",
        "s3:ListBucket",
        "s3:PutObject",
      ]);
      const may = (action: string, resource: string): boolean => isAllowed(statements, { action, resource });
      expect(may("s3:PutObject", `arn:aws:s3:::${BUCKET}/index.html`)).toBe(true);
      expect(may("s3:ListBucket", `arn:aws:s3:::${BUCKET}`)).toBe(true);
      expect(may("s3:GetObject", `arn:aws:s3:::cdk-hnb659fds-assets-${ACCOUNT}-eu-central-1/a.zip`)).toBe(
        true,
      );
      expect(may("s3:DeleteObject", `arn:aws:s3:::${BUCKET}/index.html`)).toBe(false);
      for (const bucket of [`workspace-lake-eu-${ACCOUNT}`, `workspace-platform-${ACCOUNT}`]) {
        for (const action of ["s3:GetObject", "s3:PutObject"]) {
          expect(may(action, `arn:aws:s3:::${bucket}/ws/1/x`), `${action} ${bucket}`).toBe(false);
        }
      }
    });
  });

  describe("the console's edge function", () => {
    const run = (uri: string): { uri?: string; statusCode?: number; headers?: object } => {
      const context: { handler?: (event: object) => object } = {};
      runInNewContext(`${consoleRequestCode("https://api.example.org")}; this.handler = handler;`, context);
      return context.handler?.({ request: { method: "GET", uri, headers: {} } }) ?? {};
    };

    it.each(["/", "/callback", "/w", "/w/lab/tables", "/w/lab/tables/a.b"])(
      "the edge function answers %s with the page",
      (path) => {
        expect(isConsolePage(path)).toBe(true);
        expect(run(path).uri).toBe("/index.html");
      },
    );

    it.each(["/assets/main-X.js", "/config.json", "/favicon.ico", "/wrong", "/callback/x"])(
      "the edge function leaves %s unchanged",
      (path) => {
        expect(isConsolePage(path)).toBe(false);
        expect(run(path).uri).toBe(path);
      },
    );

    it("the edge function redirects to the platform's documentation", () => {
      expect(run("/docs")).toEqual({
        statusCode: 302,
        statusDescription: "Found",
        headers: { location: { value: "https://api.example.org/docs" } },
      });
    });
  });
}
