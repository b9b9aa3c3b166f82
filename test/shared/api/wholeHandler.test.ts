import type { APIGatewayProxyEvent } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { raiseError } from "#functions/diagnostics/raiseError.ts";
import { operation } from "#shared/api/operation.ts";
import { wholeHandler } from "#shared/api/wholeHandler.ts";
import { exampleEnvironment } from "#test/support/exampleEnvironment.ts";

/** An operation that streams some bytes, in parts. */
function streaming(megabytes: number) {
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
    async () => ({
      headers: { "content-type": "application/octet-stream" },
      body: (async function* () {
        for (let part = 0; part < megabytes; part += 1) yield new Uint8Array(1024 * 1024).fill(part);
      })(),
    }),
  );
}

const event = {
  httpMethod: "GET",
  path: "/bytes",
  headers: {},
  queryStringParameters: null,
  pathParameters: null,
  body: null,
  isBase64Encoded: false,
  requestContext: { requestId: "request-17" },
} as unknown as APIGatewayProxyEvent;

describe("a handler for gateways that cannot stream", () => {
  beforeAll(() => {
    for (const [name, value] of Object.entries(exampleEnvironment())) vi.stubEnv(name, value);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  it("sends a stream whole, as bytes", async () => {
    const { statusCode, body, isBase64Encoded } = await wholeHandler(streaming(3))(event);
    expect(statusCode).toBe(200);
    expect(isBase64Encoded).toBe(true);
    const bytes = Buffer.from(body, "base64");
    expect(bytes.length).toBe(3 * 1024 * 1024);
    expect([bytes.at(0), bytes.at(-1)]).toEqual([0, 2]);
  });

  it("sends text as it is", async () => {
    const { statusCode, body, isBase64Encoded } = await wholeHandler(raiseError)(event);
    expect(statusCode).toBe(500);
    expect(isBase64Encoded).toBeUndefined();
    expect(JSON.parse(body)).toMatchObject({ error_id: "request-17" });
  });

  it("does not send half of what is too large", async () => {
    await expect(wholeHandler(streaming(5))(event)).rejects.toThrow("cannot stream an answer of that size");
  });
});
