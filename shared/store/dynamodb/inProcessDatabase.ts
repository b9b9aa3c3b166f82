import type { DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import type { DatabaseCall } from "#shared/runtime/scope.ts";

const TARGET = /^DynamoDB_20120810\./;

/** Client settings for requests that are answered by a function in this process: they are neither signed nor sent. */
export function inProcessDatabase(
  call: DatabaseCall,
): Pick<DynamoDBClientConfig, "requestHandler" | "signer"> {
  return {
    requestHandler: {
      handle: async ({ headers, body }: { headers: Record<string, string>; body: string | Uint8Array }) => {
        const operation = (headers["x-amz-target"] ?? "").replace(TARGET, "");
        const answer = await call(operation, bytesOf(body));
        const response = {
          statusCode: answer.status,
          headers: { "content-type": "application/x-amz-json-1.0" },
          body: bytesOf(answer.body),
        };
        return { response };
      },
    },
    signer: { sign: async (request) => request },
  };
}

function bytesOf(body: string | Uint8Array): Buffer {
  return typeof body === "string"
    ? Buffer.from(body)
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
