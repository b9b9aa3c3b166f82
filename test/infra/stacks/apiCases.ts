import { describe, expect, it } from "vitest";
import { documentation } from "#functions/documentation.ts";
import { operations } from "#functions/operations.ts";
import { isLargeUpload, operationsOf } from "#infra/constructs/placedFunctions.ts";
import { LOCATIONS, type Location, names } from "#infra/names.ts";
import { routesOf } from "#shared/http/openapi/openapi.ts";
import type { Operation } from "#shared/http/operations/operation.ts";
import { byNight } from "#test/support/byNight.ts";
import { all, ofType, type SynthesizedStack, synthesize } from "./synthesized.ts";

/** Defines tests that share a single synthesis with the tests in other files. */
export function apiCases(): void {
  const { config, stacks } = synthesize();
  const everything: Record<string, Operation> = { ...operations, ...documentation };

  // biome-ignore lint/suspicious/noExplicitAny: definitions are OpenAPI with extensions.
  type Definition = any;

  function apiStack(location: Location, of: readonly SynthesizedStack[] = stacks): SynthesizedStack {
    const name = location === "platform" ? "PlatformApi" : `Region${location}Api`;
    const stack = of.find((candidate) => candidate.name === name);
    if (!stack) throw new Error(`There is no stack ${name}`);
    return stack;
  }

  function definitionOf(location: Location, of: readonly SynthesizedStack[] = stacks): Definition {
    return ofType([apiStack(location, of)], "AWS::ApiGateway::RestApi")[0]?.resource.Properties.Body;
  }

  describe("the APIs", () => {
    it("the APIs have exactly the routes of the operation table", () => {
      const routes = LOCATIONS.flatMap((location) =>
        Object.entries(definitionOf(location).paths as Record<string, object>).flatMap(([path, item]) =>
          Object.keys(item)
            .filter((method) => !method.startsWith("x-"))
            .map((method) => `${location} ${method.toUpperCase()} ${path}`),
        ),
      );
      const expected = Object.values(everything).flatMap(({ contract }) => {
        if (contract.transport === "upload" && contract.audience === "member" && !contract.passesApi)
          return [];
        const regions = contract.audience === "member" || contract.alsoRegional ? ["EU", "US"] : [];
        const places = contract.audience === "member" ? regions : ["platform", ...regions];
        return places.flatMap((location) =>
          routesOf(contract).flatMap(({ method, path }) =>
            (method === "GET" ? ["GET", "HEAD"] : [method]).map((name) => `${location} ${name} ${path}`),
          ),
        );
      });
      expect(routes.sort()).toEqual(expected.sort());
    });

    it("each route calls its operation's function", () => {
      for (const location of LOCATIONS) {
        const { paths } = definitionOf(location);
        for (const placed of operationsOf(config, location).filter(
          (candidate) => !isLargeUpload(candidate),
        )) {
          for (const { method, path } of routesOf(placed.operation.contract)) {
            const integration = paths[path][method.toLowerCase()]["x-amazon-apigateway-integration"];
            expect(JSON.stringify(integration.uri)).toContain(
              `:workspace-${location.toLowerCase()}-${placed.name}/`,
            );
          }
        }
      }
    });

    it("streams may take as long as they need, and other responses meet the gateway's timeout", () => {
      for (const location of LOCATIONS) {
        const { paths } = definitionOf(location);
        for (const { name, operation } of operationsOf(config, location)) {
          const item = paths[operation.contract.path]?.[operation.contract.method.toLowerCase()];
          if (!item) continue;
          const integration = item["x-amazon-apigateway-integration"];
          const streams = operation.contract.transport === "stream" && !(name in documentation);
          expect(integration.responseTransferMode, name).toBe(streams ? "STREAM" : undefined);
          expect(integration.timeoutInMillis, name).toBe(streams ? 900_000 : 29_000);
          expect(String(integration.uri), name).toContain(
            streams ? "/response-streaming-invocations" : "/invocations",
          );
        }
      }
      expect(definitionOf("EU").paths["/v2/workspace/{workspace}/data:query"].post).toBeDefined();
    });

    it("every method requires the edge's API key", () => {
      for (const location of LOCATIONS) {
        const { paths, components } = definitionOf(location);
        expect(components.securitySchemes.edge).toEqual({ type: "apiKey", name: "x-api-key", in: "header" });
        for (const [path, item] of Object.entries(paths as Record<string, Definition>)) {
          for (const [method, operation] of Object.entries(item as Record<string, Definition>)) {
            if (method.startsWith("x-")) continue;
            expect(operation.security, `${method} ${path}`).toEqual([{ edge: [] }]);
          }
        }
        const keys = ofType([apiStack(location)], "AWS::ApiGateway::ApiKey").map(
          ({ resource }) => resource.Properties,
        );
        expect(keys).toMatchObject([
          {
            Enabled: true,
            Value: `{{resolve:secretsmanager:platform/origin:SecretString:::}}-${location.toLowerCase()}`,
          },
        ]);
        // A key with a fixed name could not be replaced with a key that has another value.
        expect(keys[0]?.Name).toBeUndefined();
        expect(ofType([apiStack(location)], "AWS::ApiGateway::UsagePlanKey")).toHaveLength(1);
      }
      // Values must be unique within an AWS region, and the platform shares its AWS region with one of the regions.
      const values = ofType(stacks, "AWS::ApiGateway::ApiKey").map(
        ({ resource }) => resource.Properties.Value,
      );
      expect(new Set(values).size).toBe(LOCATIONS.length);
    });

    byNight("the former edge secret is accepted during a rotation", () => {
      const changing = {
        ...config.edge,
        originSecret: "platform/next",
        formerOriginSecret: "platform/origin",
      };
      const { stacks: during } = synthesize({ edge: changing });
      const keysOf = (of: readonly SynthesizedStack[]): Record<string, string> =>
        Object.fromEntries(
          ofType([apiStack("EU", of)], "AWS::ApiGateway::ApiKey").map(({ id, resource }) => [
            id,
            resource.Properties.Value,
          ]),
        );
      // The existing value is kept, because a value cannot be used for two keys.
      expect(keysOf(during)).toMatchObject(keysOf(stacks));
      expect(Object.values(keysOf(during)).sort()).toEqual(
        ["next", "origin"].map((name) => `{{resolve:secretsmanager:platform/${name}:SecretString:::}}-eu`),
      );
      expect(ofType([apiStack("EU", during)], "AWS::ApiGateway::UsagePlanKey")).toHaveLength(2);
      const edge = during.filter(({ name }) => name === "RegionEUEdge");
      const [server] = ofType(edge, "AWS::Lambda::WebFunctionRevision");
      const { SECRETS } = server?.resource.Properties.ServiceConfig.EnvironmentVariables ?? {};
      expect(JSON.parse(SECRETS)).toMatchObject({
        ORIGIN_SECRET: "platform/next",
        FORMER_ORIGIN_SECRET: "platform/origin",
      });
      const [distribution] = ofType(edge, "AWS::CloudFront::Distribution");
      expect(JSON.stringify(distribution?.resource)).not.toContain("secretsmanager:platform/origin:");
    });

    it("the APIs require TLS 1.2", () => {
      for (const { resource } of ofType(stacks, "AWS::ApiGateway::RestApi")) {
        expect(resource.Properties.SecurityPolicy).toMatch(/^SecurityPolicy_TLS13_1_2_/);
        expect(resource.Properties.EndpointAccessMode).toBe("STRICT");
      }
    });

    it("the APIs throttle and trace requests, and log each one with the id of its errors", () => {
      const stages = ofType(stacks, "AWS::ApiGateway::Stage").map(({ resource }) => resource.Properties);
      expect(stages).toHaveLength(LOCATIONS.length);
      for (const stage of stages) {
        expect(stage.TracingEnabled).toBe(true);
        const format = JSON.parse(stage.AccessLogSetting.Format);
        expect(format.error_id).toBe("$context.requestId");
        expect(Object.values(format).join()).not.toMatch(/authorizer|header|querystring/i);
        expect(stage.MethodSettings).toMatchObject([
          {
            DataTraceEnabled: false,
            LoggingLevel: "ERROR",
            ThrottlingRateLimit: 2000,
            ThrottlingBurstLimit: 4000,
          },
        ]);
      }
    });

    it("forms and JSON are treated as binary media types", () => {
      for (const location of LOCATIONS) {
        expect(definitionOf(location)["x-amazon-apigateway-binary-media-types"]).toEqual([
          "multipart/form-data",
          "application/json",
        ]);
      }
    });

    it("the gateway's own responses have the documented shape", () => {
      for (const location of LOCATIONS) {
        const responses = definitionOf(location)["x-amazon-apigateway-gateway-responses"];
        for (const [type, response] of Object.entries(responses as Record<string, Definition>)) {
          const body = JSON.parse(response.responseTemplates["application/json"]);
          expect(Object.keys(body).sort(), type).toEqual(["code", "detail", "error_id"]);
          expect(body.error_id, type).toBe("$context.requestId");
          expect(body.code, type).toMatch(/^[a-z_]+$/);
          expect(response.responseParameters["gatewayresponse.header.Content-Type"], type).toContain(
            "application/json",
          );
        }
        expect(responses.THROTTLED).toMatchObject({
          statusCode: 429,
          responseParameters: { "gatewayresponse.header.Retry-After": "'2'" },
        });
        expect(responses.MISSING_AUTHENTICATION_TOKEN.statusCode).toBe(404);
        expect(responses.REQUEST_TOO_LARGE.statusCode).toBe(413);
        expect(responses.UNSUPPORTED_MEDIA_TYPE.statusCode).toBe(415);
      }
    });

    it("other methods are refused with the list of allowed ones", () => {
      for (const location of LOCATIONS) {
        for (const [path, item] of Object.entries(
          definitionOf(location).paths as Record<string, Definition>,
        )) {
          const refusal = item["x-amazon-apigateway-any-method"]["x-amazon-apigateway-integration"];
          expect(refusal.type, path).toBe("mock");
          const methods = Object.keys(item).filter((method) => !method.startsWith("x-"));
          const answer = refusal.responses.default;
          expect(answer.statusCode, path).toBe("405");
          const allowed: string = answer.responseParameters["method.response.header.Allow"];
          expect(allowed.slice(1, -1).split(", ").sort(), path).toEqual(
            methods.map((method) => method.toUpperCase()).sort(),
          );
          expect(JSON.parse(answer.responseTemplates["application/json"]), path).toMatchObject({
            code: "method_not_allowed",
            error_id: "$context.requestId",
            ...(path.startsWith("/iceberg/") && {
              error: { type: "UnsupportedOperationException", code: 405 },
            }),
          });
        }
      }
      const { paths } = definitionOf("platform");
      expect(JSON.stringify(paths["/users/me"])).toContain("'GET, HEAD, PATCH'");
    });

    it("each function's timeout equals the gateway's timeout", () => {
      for (const location of LOCATIONS) {
        const timeouts = new Map(
          ofType([apiStack(location)], "AWS::Lambda::Function").map(({ resource }) => [
            resource.Properties.FunctionName,
            resource.Properties.Timeout,
          ]),
        );
        for (const placed of operationsOf(config, location).filter(
          (candidate) => !isLargeUpload(candidate),
        )) {
          const functionName = names.function(location, placed.name);
          expect(timeouts.get(functionName), functionName).toBe(placed.isStream ? 900 : 29);
        }
      }
    });

    it("operations without configuration are absent", () => {
      const bare = synthesize({
        docsPortal: undefined,
        idp: { ...config.idp, webhooks: undefined },
        alarmEmails: [],
      }).stacks;
      const paths = Object.keys(definitionOf("platform", bare).paths);
      expect(paths).not.toContain("/idp/webhook");
      expect(paths).not.toContain("/auth/docs:authorize");
      expect(Object.keys(definitionOf("platform").paths)).toContain("/idp/webhook");
      const lambda = all(bare).find(
        ({ resource }) => resource.Properties?.FunctionName === "workspace-platform-getMe",
      );
      expect(Object.keys(lambda?.resource.Properties.Environment.Variables)).not.toContain(
        "IDP_WEBHOOK_SECRET",
      );
    });
  });
}
