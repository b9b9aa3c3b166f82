import { buffer } from "node:stream/consumers";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { cachedSettings } from "#shared/runtime/cachedSettings.ts";
import { functionSettings } from "./functionSettings.ts";
import { eventOf } from "./lambda.ts";
import type { Operation } from "./operation.ts";

/** Maximum size of an unstreamed Lambda response, in bytes, after Base64 encoding. */
const MAX_ANSWER_BYTES = 4.4 * 1024 * 1024;

/**
 * Returns a handler like `operationHandler` for gateways that cannot stream: the response is buffered and limited in
 * size. It is always sent as Base64, which the gateway decodes.
 */
export function bufferedHandler(
  operation: Operation,
): (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult> {
  const settings = cachedSettings(process.env, functionSettings);
  return async (event) => {
    const { statusCode, headers, body } = await operation.handle(eventOf(event, await settings(), operation));
    if (typeof body === "string") return { statusCode, headers, body };
    const content = await buffer(body);
    if (content.length > MAX_ANSWER_BYTES)
      throw new Error("The response is too large for a gateway that cannot stream");
    return { statusCode, headers, body: content.toString("base64"), isBase64Encoded: true };
  };
}
