import { type PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import type { ApiEvent } from "#shared/http/apiEvent.ts";
import { clientAddress } from "#shared/http/audit/clientAddress.ts";
import { discardBody } from "#shared/http/discardBody.ts";
import { logBrokenAnswer } from "#shared/http/errors.ts";
import { EDGE_HEADER } from "#shared/http/gateway/edgeHeader.ts";
import { cachedSettings } from "#shared/runtime/cachedSettings.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { functionSettings } from "./functionSettings.ts";
import type { Operation } from "./operation.ts";
import type { Step } from "./step.ts";

/** Lambda runtime functions for streamed responses. */
interface LambdaStreams {
  streamifyResponse: (
    handler: (event: APIGatewayProxyEvent, stream: PassThrough, context: Context) => Promise<void>,
  ) => unknown;
  HttpResponseStream: {
    from: (
      stream: PassThrough,
      metadata: { statusCode: number; headers: Record<string, string> },
    ) => PassThrough;
  };
}

/** Returns the Lambda handler of an operation behind API Gateway. */
export function operationHandler(operation: Operation): unknown {
  const settings = cachedSettings(process.env, functionSettings);
  if (operation.contract.transport === "stream") return streamHandler(operation, settings);
  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const { statusCode, headers, body } = await operation.handle(eventOf(event, await settings(), operation));
    if (typeof body !== "string") throw new Error("This operation streams its answer");
    return { statusCode, headers, body: event.httpMethod === "HEAD" ? "" : body };
  };
}

function streamHandler(operation: Operation, settings: () => Promise<Settings>): unknown {
  const { awslambda } = globalThis as unknown as { awslambda: LambdaStreams };
  return awslambda.streamifyResponse(async (event, stream) => {
    const request = eventOf(event, await settings(), operation);
    const { body, ...head } = await operation.handle(request);
    const out = awslambda.HttpResponseStream.from(stream, head);
    // Resolves once the source is closed, so that its resources are released before the function is frozen.
    if (event.httpMethod === "HEAD") {
      if (typeof body !== "string") await discardBody(body);
      out.end();
      return;
    }
    try {
      await pipeline(Readable.from(typeof body === "string" ? [body] : body), out);
    } catch (error) {
      // The stream is destroyed rather than ended, and the function fails, so that the gateway closes the connection.
      if (!isLeft(error)) logBrokenAnswer(error, request);
      throw error;
    }
  });
}

/** Returns whether a stream was closed by its reader. */
function isLeft(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}

/** Returns the Lambda handler of a step that is called by a state machine or a schedule. */
export function stepHandler(step: Step): (payload: unknown) => Promise<unknown> {
  const settings = cachedSettings<Settings>(process.env, settingsFrom);
  return async (payload) => step.run(payload, await settings());
}

/** Decodes the body of an upload that is small enough for API Gateway. */
function bytesOf({ body, isBase64Encoded }: APIGatewayProxyEvent): Buffer {
  return Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8");
}

/** Returns the client's address. The API has checked the key of the edge, if the request has one. */
function addressOf(
  { requestContext }: APIGatewayProxyEvent,
  headers: Record<string, string | undefined>,
): string | null {
  const connected = requestContext.identity?.sourceIp ?? null;
  return headers[EDGE_HEADER] === undefined
    ? connected
    : clientAddress(connected, headers["x-forwarded-for"]);
}

const REPEATED_HEADER = /^x-trino-/i;

/** Converts an API Gateway event to a request. */
export function eventOf(event: APIGatewayProxyEvent, settings: Settings, operation: Operation): ApiEvent {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(event.headers ?? {})) headers[name.toLowerCase()] = value;
  // Clients of Trino's protocol send one header per prepared statement; `headers` only contains the last one.
  for (const [name, values] of Object.entries(event.multiValueHeaders ?? {}))
    if (REPEATED_HEADER.test(name)) headers[name.toLowerCase()] = values?.join(", ");
  const isUpload = operation.contract.transport === "upload";
  return {
    httpMethod: event.httpMethod,
    path: event.path,
    headers,
    queryStringParameters: event.queryStringParameters,
    repeatedParameters: Object.entries(event.multiValueQueryStringParameters ?? {}).flatMap(
      ([name, values = []]) => (values.length > 1 ? [name] : []),
    ),
    pathParameters: event.pathParameters,
    body: event.body,
    isBase64Encoded: event.isBase64Encoded,
    requestId: event.requestContext.requestId,
    clientAddress: addressOf(event, headers),
    settings,
    signal: new AbortController().signal,
    ...(isUpload ? { stream: Readable.from([bytesOf(event)]) } : {}),
  };
}
