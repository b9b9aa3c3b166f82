import { icebergBody, isIcebergPath } from "#shared/http/iceberg/icebergError.ts";
import { routesOf } from "#shared/http/openapi/openapi.ts";
import type { Contract } from "#shared/http/operations/contract.ts";
import { errorTemplate, gatewayResponses } from "./gatewayResponses.ts";

/** Gateway integration of one operation's function. */
export interface Integration {
  contract: Contract;
  functionArn: string;
  isStream: boolean;
}

export interface ApiDefinitionProps {
  title: string;
  awsRegion: string;
  /** Role used to call functions. */
  roleArn: string;
  integrations: readonly Integration[];
  /** True if requests must include the edge's key. */
  isBehindEdge: boolean;
  /** True if the gateway can stream responses. */
  streams: boolean;
}

/** Maximum duration of a streamed response, in milliseconds. */
const MAX_STREAM_MS = 900_000;
const MAX_ANSWER_MS = 29_000;

/** Content types of requests to an unsupported method. */
const REFUSED_TYPES = ["application/json", "application/x-www-form-urlencoded", "text/plain"];

/**
 * Returns the OpenAPI definition of a REST API: a route for each method and path in the operation table, and no others.
 */
export function apiDefinition(props: ApiDefinitionProps): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const integration of props.integrations) {
    for (const { method, path } of routesOf(integration.contract)) {
      const item = paths[path] ?? {};
      paths[path] = item;
      const called = {
        responses: {},
        security: props.isBehindEdge ? [{ edge: [] }] : [],
        "x-amazon-apigateway-integration": functionIntegration(props, integration),
      };
      item[method.toLowerCase()] = called;
      if (method === "GET") item.head = called;
    }
  }
  for (const [path, item] of Object.entries(paths)) {
    item["x-amazon-apigateway-any-method"] = methodRefusal(path, Object.keys(item));
  }
  return {
    openapi: "3.0.1",
    info: { title: props.title, version: "2" },
    paths,
    components: {
      securitySchemes: { edge: { type: "apiKey", name: "x-api-key", in: "header" } },
    },
    "x-amazon-apigateway-api-key-source": "HEADER",
    // Pictures, files and JSON are passed through byte for byte. Without streaming, responses are bytes too.
    "x-amazon-apigateway-binary-media-types": props.streams
      ? ["multipart/form-data", "application/json"]
      : ["*/*"],
    "x-amazon-apigateway-gateway-responses": gatewayResponses(),
  };
}

function functionIntegration({ awsRegion, roleArn, streams }: ApiDefinitionProps, integration: Integration) {
  const isStream = streams && integration.isStream;
  const version = isStream ? "2021-11-15" : "2015-03-31";
  const action = isStream ? "response-streaming-invocations" : "invocations";
  const functions = `arn:aws:apigateway:${awsRegion}:lambda:path/${version}/functions`;
  return {
    type: "aws_proxy",
    httpMethod: "POST",
    uri: `${functions}/${integration.functionArn}/${action}`,
    credentials: roleArn,
    timeoutInMillis: isStream ? MAX_STREAM_MS : MAX_ANSWER_MS,
    ...(isStream ? { responseTransferMode: "STREAM" } : {}),
  };
}

/** Returns the gateway's response to unsupported methods on a path. */
function methodRefusal(path: string, methods: readonly string[]) {
  const allowed = methods.map((method) => method.toUpperCase());
  const refused = errorTemplate("method_not_allowed", `This path supports ${allowed.join(" or ")}.`);
  const body = isIcebergPath(path) ? icebergBody(405, refused) : refused;
  const answer = { description: "Another method", headers: { Allow: { schema: { type: "string" } } } };
  return {
    responses: { "405": answer },
    "x-amazon-apigateway-integration": {
      type: "mock",
      contentHandling: "CONVERT_TO_TEXT",
      passthroughBehavior: "never",
      requestTemplates: Object.fromEntries(REFUSED_TYPES.map((type) => [type, '{"statusCode": 405}'])),
      responses: {
        default: {
          statusCode: "405",
          responseParameters: { "method.response.header.Allow": `'${allowed.join(", ")}'` },
          responseTemplates: { "application/json": body },
        },
      },
    },
  };
}
