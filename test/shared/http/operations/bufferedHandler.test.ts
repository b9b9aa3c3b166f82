import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { raiseError } from "#functions/diagnostics/raiseError.ts";
import { bufferedHandler } from "#shared/http/operations/bufferedHandler.ts";
import { bytesEvent, bytesOperation } from "#test/shared/http/operations/bytesOperation.ts";
import { exampleEnvironment } from "#test/support/exampleEnvironment.ts";

/** Returns an operation that streams some bytes in parts. */
function streamOperation(megabytes: number) {
  return bytesOperation(
    (async function* () {
      for (let part = 0; part < megabytes; part += 1) yield new Uint8Array(1024 * 1024).fill(part);
    })(),
  );
}

describe("a handler for gateways that cannot stream", () => {
  beforeAll(() => {
    for (const [name, value] of Object.entries(exampleEnvironment())) vi.stubEnv(name, value);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  it("a stream is buffered and sent as one complete body", async () => {
    const { statusCode, body, isBase64Encoded } = await bufferedHandler(streamOperation(3))(bytesEvent);
    expect(statusCode).toBe(200);
    expect(isBase64Encoded).toBe(true);
    const bytes = Buffer.from(body, "base64");
    expect(bytes.length).toBe(3 * 1024 * 1024);
    expect([bytes.at(0), bytes.at(-1)]).toEqual([0, 2]);
  });

  it("text is sent unchanged", async () => {
    const { statusCode, body, isBase64Encoded } = await bufferedHandler(raiseError)(bytesEvent);
    expect(statusCode).toBe(500);
    expect(isBase64Encoded).toBeUndefined();
    expect(JSON.parse(body)).toMatchObject({ error_id: "request-17" });
  });

  it("no part of a response that is too large is sent", async () => {
    await expect(bufferedHandler(streamOperation(5))(bytesEvent)).rejects.toThrow(
      "The response is too large for a gateway that cannot stream",
    );
  });
});
