import type { APIGatewayProxyEvent } from "aws-lambda";
import { operation } from "#shared/http/operations/operation.ts";

/** Request to `bytesOperation`, as sent by API Gateway. */
export const bytesEvent = {
  httpMethod: "GET",
  path: "/bytes",
  headers: {},
  queryStringParameters: null,
  pathParameters: null,
  body: null,
  isBase64Encoded: false,
  requestContext: { requestId: "request-17" },
} as unknown as APIGatewayProxyEvent;

/** Returns an operation that responds with this stream. */
export function bytesOperation(body: AsyncIterable<Uint8Array>) {
  return operation(
    {
      summary: "Bytes",
      method: "GET",
      path: "/bytes",
      tag: "Test",
      audience: "open",
      needs: [],
      response: { contentType: "application/octet-stream", description: "Bytes" },
      transport: "stream",
    },
    async () => ({ headers: { "content-type": "application/octet-stream" }, body }),
  );
}
