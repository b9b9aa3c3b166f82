import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import type { DatabaseCall } from "#shared/runtime/scope.ts";
import { withoutNetworkSteps } from "#shared/runtime/withoutNetworkSteps.ts";

const TARGET = /^DynamoDB_20120810\./;

/** Address in requests, which are not sent. */
const ADDRESS = { url: new URL("http://database.invalid/") };

/** Returns a client for requests that are answered by a function in this process: they are neither signed nor sent. */
export function inProcessDatabase(config: DynamoDBClientConfig, call: DatabaseCall): DynamoDBClient {
  const client = new DynamoDBClient({
    ...config,
    endpointProvider: () => ADDRESS,
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
  });
  return withoutNetworkSteps(client);
}

function bytesOf(body: string | Uint8Array): Buffer {
  return typeof body === "string"
    ? Buffer.from(body)
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
