import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { operations } from "#functions/operations.ts";
import { carriesContent, contentPaths, TOKEN_HEADER } from "#infra/constructs/edge/firewallRules.ts";
import { viewerRequestCode } from "#infra/constructs/edge/viewerRequest.ts";
import { routesOf } from "#shared/http/openapi/openapi.ts";
import type { Operation } from "#shared/http/operations/operation.ts";
import { ofType, type SynthesizedStack, synthesize } from "./synthesized.ts";

/** Defines tests that share a single synthesis with the tests in other files. */
export function edgeCases(): void {
  const { stacks } = synthesize();
  const secretOf = (location: string): string =>
    `{{resolve:secretsmanager:platform/origin:SecretString:::}}-${location.replace("Region", "").toLowerCase()}`;

  // biome-ignore lint/suspicious/noExplicitAny: what the properties are depends on the type of the resource.
  function only(type: string, of: readonly SynthesizedStack[]): any {
    const resources = ofType(of, type);
    expect(resources, type).toHaveLength(1);
    return resources[0]?.resource.Properties;
  }

  function edgeOf(location: string, of: readonly SynthesizedStack[] = stacks): SynthesizedStack[] {
    return of.filter(({ name }) => name === `${location}Edge`);
  }

  describe.each(["Platform", "RegionEU", "RegionUS"])("the edge of %s", (location) => {
    const { DistributionConfig: edge } = only("AWS::CloudFront::Distribution", edgeOf(location));
    const behaviors = [edge.DefaultCacheBehavior, ...(edge.CacheBehaviors ?? [])];

    it("the edge sends its secret to every origin, over TLS 1.2", () => {
      for (const origin of edge.Origins) {
        expect(origin.OriginCustomHeaders).toEqual([
          { HeaderName: "x-api-key", HeaderValue: secretOf(location) },
        ]);
        expect(origin.CustomOriginConfig).toMatchObject({
          OriginProtocolPolicy: "https-only",
          OriginSSLProtocols: ["TLSv1.2"],
        });
      }
    });

    it("the edge accepts only HTTPS with TLS 1.2 or later, under its own name", () => {
      expect(edge.ViewerCertificate.MinimumProtocolVersion).toBe("TLSv1.2_2021");
      expect(edge.Aliases).toEqual([
        { Platform: "api.example.org", RegionEU: "eu.api.example.org", RegionUS: "us.api.example.org" }[
          location
        ],
      ]);
      for (const behavior of behaviors) expect(behavior.ViewerProtocolPolicy).toBe("https-only");
    });

    it("the edge caches nothing and forwards every method and header except Host and Expect", () => {
      const policy = only("AWS::CloudFront::OriginRequestPolicy", edgeOf(location)).OriginRequestPolicyConfig;
      expect(policy.HeadersConfig).toEqual({ HeaderBehavior: "allExcept", Headers: ["host", "expect"] });
      expect(policy.QueryStringsConfig).toEqual({ QueryStringBehavior: "all" });
      for (const behavior of behaviors) {
        expect(behavior.CachePolicyId).toBe("4135ea2d-6df8-44a3-9df3-4b5a84be39ad");
        expect(behavior.AllowedMethods).toEqual(["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"]);
        expect(behavior.ResponseHeadersPolicyId).toBeDefined();
        expect(behavior.FunctionAssociations).toHaveLength(1);
      }
    });

    it("only pages of the web application may read responses", () => {
      const { ResponseHeadersPolicyConfig: policy } = only(
        "AWS::CloudFront::ResponseHeadersPolicy",
        edgeOf(location),
      );
      expect(policy.CorsConfig).toMatchObject({
        AccessControlAllowOrigins: { Items: ["https://app.example.org"] },
        AccessControlAllowCredentials: false,
        OriginOverride: true,
      });
      expect(policy.SecurityHeadersConfig).toMatchObject({
        StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, Override: true },
        ContentTypeOptions: { Override: true },
        FrameOptions: { FrameOption: "DENY" },
        ReferrerPolicy: { ReferrerPolicy: "no-referrer" },
      });
    });

    it("the firewall protects the edge", () => {
      expect(JSON.stringify(edge.WebACLId)).toContain("Fn::GetStackOutput");
      expect(edge.WebACLId["Fn::GetStackOutput"]).toMatchObject({
        StackName: "Firewall",
        Region: "us-east-1",
      });
    });
  });

  describe("uploads", () => {
    const paths = ["/v2/workspace/*/data/load:uploadFile", "/v2/workspace/*/workspace:uploadImportFile"];

    it.each(["RegionEU", "RegionUS"])(
      "uploads to %s go to a server that accepts them in full",
      (location) => {
        const { DistributionConfig: edge } = only("AWS::CloudFront::Distribution", edgeOf(location));
        const patterns = edge.CacheBehaviors.map(({ PathPattern }: { PathPattern: string }) => PathPattern);
        expect(patterns.toSorted()).toEqual(paths);
        const endpoint = only("AWS::Lambda::WebFunctionEndpoint", edgeOf(location));
        expect(JSON.stringify(endpoint)).toContain("ApplicationManaged");
        // docs/operations.md uses this name to stop uploads.
        expect(endpoint.EndpointName).toBe("prod");
        const revision = only("AWS::Lambda::WebFunctionRevision", edgeOf(location));
        expect(JSON.parse(revision.ServiceConfig.EnvironmentVariables.SECRETS)).toMatchObject({
          ORIGIN_SECRET: "platform/origin",
        });
        expect(revision.ServiceConfig.TimeoutSeconds).toBe(900);
      },
    );

    it("a service reached by the edge inside the network can serve uploads", () => {
      const { stacks: other } = synthesize({ uploads: "service" });
      const edge = edgeOf("RegionEU", other);
      expect(ofType(edge, "AWS::Lambda::WebFunction")).toHaveLength(0);
      expect(only("AWS::ElasticLoadBalancingV2::LoadBalancer", edge).Scheme).toBe("internal");
      expect(ofType(edge, "AWS::CloudFront::VpcOrigin")).toHaveLength(1);
      const [container] = only("AWS::ECS::TaskDefinition", edge).ContainerDefinitions;
      const environment = Object.fromEntries(
        container.Environment.map(({ Name, Value }: { Name: string; Value: string }) => [Name, Value]),
      );
      expect(JSON.parse(environment.SECRETS)).toMatchObject({ ORIGIN_SECRET: "platform/origin" });
      expect(environment).toMatchObject({
        UPLOADS_ENDPOINT: "0.0.0.0:8080",
        REGION: "EU",
      });
      for (const { resource } of ofType(edge, "AWS::EC2::SecurityGroup")) {
        expect(JSON.stringify(resource.Properties.SecurityGroupIngress ?? [])).not.toContain("0.0.0.0/0");
      }
    });
  });

  describe("the firewall", () => {
    const acl = only(
      "AWS::WAFv2::WebACL",
      stacks.filter(({ name }) => name === "Firewall"),
    );
    // biome-ignore lint/suspicious/noExplicitAny: statements of rules nest freely.
    const rule = (name: string): any => acl.Rules.find(({ Name }: { Name: string }) => Name === name);
    const isContent = (path: string): boolean => contentPaths().some((text) => new RegExp(text).test(path));

    it("the firewall limits requests from one address", () => {
      expect(rule("RequestsOfOneAddress").Statement.RateBasedStatement).toMatchObject({
        AggregateKeyType: "IP",
        Limit: 150_000,
      });
      expect(rule("RequestsOfOneAddress").Action.Block.CustomResponse.ResponseCode).toBe(429);
    });

    it("the firewall counts the requests of an address that contain no token separately, except for preflight requests", () => {
      const { Statement, Action } = rule("RequestsWithoutToken");
      const { ScopeDownStatement, ...rate } = Statement.RateBasedStatement;
      expect(rate).toEqual({ AggregateKeyType: "IP", Limit: 10_000 });
      const [preflight, token] = ScopeDownStatement.AndStatement.Statements.map(
        // biome-ignore lint/suspicious/noExplicitAny: statements of rules nest freely.
        ({ NotStatement }: any) => NotStatement.Statement,
      );
      expect(preflight.ByteMatchStatement).toMatchObject({
        FieldToMatch: { Method: {} },
        PositionalConstraint: "EXACTLY",
        SearchString: "OPTIONS",
      });
      expect(token.RegexMatchStatement).toMatchObject({
        FieldToMatch: { SingleHeader: { Name: "authorization" } },
        RegexString: TOKEN_HEADER,
        TextTransformations: [{ Priority: 0, Type: "LOWERCASE" }],
      });
      const { ResponseCode, ResponseHeaders, CustomResponseBodyKey } = Action.Block.CustomResponse;
      expect([ResponseCode, ResponseHeaders]).toEqual([429, [{ Name: "Retry-After", Value: "60" }]]);
      expect(JSON.parse(acl.CustomResponseBodies[CustomResponseBodyKey].Content)).toMatchObject({
        code: "throttled",
        detail: expect.stringContaining("without a token"),
      });
    });

    it.each([
      ["Bearer eyJhbGciOi.eyJzdWIi.c2ln-_", true],
      ["bearer  m2m_eyJhbGciOi.eyJzdWIi.c2ln", true],
      [`Basic ${Buffer.from(`lab:eyJhbGciOi.${"x".repeat(100)}.c2ln`).toString("base64")}`, true],
      ["Bearer invented", false],
      ["Bearer eyJhbGciOi.eyJzdWIi", false],
      ["Bearer eyJhbGciOi.eyJz dWIi.c2ln", false],
      ["Basic bGFiOnBhc3N3b3Jk", false],
      ["", false],
    ])("the firewall recognizes headers that can contain a token: %s", (header, canContain) => {
      expect(new RegExp(TOKEN_HEADER).test(header.toLowerCase())).toBe(canContain);
      // The maximum of the firewall for an expression.
      expect(TOKEN_HEADER.length).toBeLessThanOrEqual(512);
    });

    it("the firewall limits requests with one token and sends Retry-After", () => {
      const { Statement, Action } = rule("RequestsOfOneToken");
      expect(Statement.RateBasedStatement).toEqual({
        AggregateKeyType: "CUSTOM_KEYS",
        CustomKeys: [
          { Header: { Name: "authorization", TextTransformations: [{ Priority: 0, Type: "NONE" }] } },
        ],
        Limit: 3_000,
      });
      const { ResponseCode, ResponseHeaders, CustomResponseBodyKey } = Action.Block.CustomResponse;
      expect(ResponseCode).toBe(429);
      expect(ResponseHeaders).toEqual([{ Name: "Retry-After", Value: "60" }]);
      expect(JSON.parse(acl.CustomResponseBodies[CustomResponseBodyKey].Content)).toMatchObject({
        code: "throttled",
        detail: expect.stringContaining("one token"),
      });
    });

    it("on paths with SQL, files or documents, long or SQL-like requests are counted but not blocked", () => {
      expect(rule("AWSManagedRulesSQLiRuleSet").OverrideAction).toEqual({ Count: {} });
      const overrides = rule("AWSManagedRulesCommonRuleSet").Statement.ManagedRuleGroupStatement
        .RuleActionOverrides;
      expect(overrides.map(({ Name }: { Name: string }) => Name).sort()).toEqual([
        "CrossSiteScripting_BODY",
        "EC2MetaDataSSRF_BODY",
        "GenericLFI_BODY",
        "GenericRFI_BODY",
        "SizeRestrictions_BODY",
      ]);
      for (const { ActionToUse } of overrides) expect(ActionToUse).toEqual({ Count: {} });
      const { AndStatement } = rule("BodiesAndSqlElsewhere").Statement;
      expect(
        AndStatement.Statements[0].NotStatement.Statement.RegexPatternSetReferenceStatement,
      ).toBeDefined();
      expect(JSON.stringify(AndStatement.Statements[1])).toContain("awswaf:managed:aws:sql-database:");
      expect(rule("BodiesAndSqlElsewhere").Action.Block).toBeDefined();
    });

    it("the paths with SQL, files or documents come from the operation table", () => {
      for (const path of ["data:query", "data/table:query", "data/table:create", "data/load:uploadFile"]) {
        expect(isContent(`/v2/workspace/lab/${path}`), path).toBe(true);
      }
      expect(isContent("/v2/workspace/lab/task/engineer/v2:create")).toBe(true);
      for (const path of [
        "/v2/workspace/lab/project:create",
        "/users/me",
        "/v2/workspace:create",
        "/idp/webhook",
      ]) {
        expect(isContent(path), path).toBe(false);
      }
      const all = Object.values(operations as Record<string, Operation>);
      const pathsOf = (some: readonly Operation[]): string[] =>
        some.flatMap(({ contract }) => routesOf(contract).map(({ path }) => path));
      const expected = pathsOf(all.filter(carriesContent));
      for (const path of pathsOf(all)) {
        const filled = path.replaceAll(/\{\w+\}/g, "lab");
        expect(isContent(filled), path).toBe(expected.includes(path));
        expect(isContent(`${filled}/more`), path).toBe(false);
        expect(isContent(`/x${filled}`), path).toBe(false);
      }
    });

    it("the firewall is within AWS's capacity limit", () => {
      const { RegularExpressionList: patterns } = only("AWS::WAFv2::RegexPatternSet", stacks);
      expect(patterns.length).toBeLessThanOrEqual(10);
      for (const pattern of patterns) expect(pattern.length).toBeLessThanOrEqual(200);
    });

    it("the firewall keeps no samples, because they would contain tokens", () => {
      for (const { VisibilityConfig } of acl.Rules)
        expect(VisibilityConfig.SampledRequestsEnabled).toBe(false);
    });
  });

  describe("the code at the edge", () => {
    interface Answer {
      statusCode?: number;
      uri?: string;
      headers: Record<string, { value: string }>;
    }
    const run = (request: object): Answer => {
      const sandbox: { handler?: (event: object) => Answer } = {};
      runInNewContext(viewerRequestCode("https://app.example.org"), sandbox);
      if (!sandbox.handler) throw new Error("The code defines no handler");
      return sandbox.handler({
        viewer: { ip: "192.0.2.7" },
        request: { method: "GET", uri: "/", headers: {}, querystring: {}, ...request },
      });
    };
    const preflight = (origin: string): Answer =>
      run({
        method: "OPTIONS",
        uri: "/users/me",
        headers: { origin: { value: origin }, "access-control-request-method": { value: "PATCH" } },
      });

    it("the client's address precedes its user agent in the access log", () => {
      const agentOf = (headers: object) => run({ headers }).headers["user-agent"]?.value;
      expect(agentOf({ "user-agent": { value: "10.0.0.1 curl/8" } })).toBe("192.0.2.7 10.0.0.1 curl/8");
      expect(agentOf({})).toBe("192.0.2.7 -");
    });

    it("preflight requests from the web application are answered at the edge", () => {
      const { statusCode, headers } = preflight("https://app.example.org");
      expect(statusCode).toBe(204);
      expect(headers["access-control-allow-origin"]?.value).toBe("https://app.example.org");
      expect(headers["access-control-allow-methods"]?.value).toContain("PATCH");
      expect(headers["access-control-allow-headers"]?.value).toContain("authorization");
    });

    it.each([
      "https://evil.example",
      "https://app.example.org.evil.example",
      "http://app.example.org",
      "null",
    ])("the edge denies everything to pages from %s", (origin) => {
      expect(Object.keys(preflight(origin).headers)).not.toContain("access-control-allow-origin");
    });

    it("all other requests pass with %3A decoded as a colon", () => {
      const passed = run({ uri: "/v2/workspace%3Aget", headers: { authorization: { value: "Bearer t" } } });
      expect(passed).toMatchObject({
        uri: "/v2/workspace:get",
        headers: { authorization: { value: "Bearer t" } },
      });
      expect(run({ method: "OPTIONS" }).statusCode).toBeUndefined();
    });

    it("the edge code is within CloudFront's size limit", () => {
      expect(Buffer.byteLength(viewerRequestCode("https://app.example.org"))).toBeLessThan(10 * 1024);
    });
  });
}
