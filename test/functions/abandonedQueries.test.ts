import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { errorReply } from "#shared/http/errors.ts";
import { log } from "#shared/runtime/log.ts";
import { type Lab, newLab, startCsvLoad } from "#test/support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "#test/support/ownPlatform.ts";

let own: OwnPlatform;
let lab: Lab;
const errors = vi.spyOn(log(), "error");
const infos = vi.spyOn(log(), "info");

beforeAll(async () => {
  own = await startOwnPlatform({});
  lab = await newLab(own.addresses);
  const rows = Array.from({ length: 20_000 }, (_, row) => String(row));
  await lab.api.settled(
    await startCsvLoad(lab, "big", [{ name: "n", type: "INT64" }], ["n", ...rows, ""].join("\n")),
  );
});

afterAll(async () => {
  vi.restoreAllMocks();
  await own.close();
});

const CALLERS = 16;
const LEFT = "client closed the request";

/** Sends an endless query and disconnects. */
async function leave(afterMs: number): Promise<void> {
  const query = "SELECT count(*) FROM big a, big b, big c, big d WHERE a.n + b.n + c.n + d.n = 1";
  const call = fetch(`${lab.regionUrl}/v2/workspace/${lab.name}/data:query`, {
    method: "POST",
    headers: { authorization: `Bearer ${lab.token}`, "content-type": "application/json" },
    body: JSON.stringify({ query }),
    signal: AbortSignal.timeout(afterMs),
  });
  await expect(call).rejects.toThrow();
}

describe("a query whose client disconnects", () => {
  it("a disconnect is logged without a stack trace, and not as an error", async () => {
    // More callers than can run at the same time, so the others wait. Nothing is logged for a client that disconnects before its
    // request is read, so clients stay connected longer with each attempt.
    const isLogged = () =>
      infos.mock.calls.some(([message]) => message === LEFT) || errors.mock.calls.length > 0;
    for (let stay = 100; !isLogged(); stay *= 2) {
      await Promise.all(Array.from({ length: CALLERS }, () => leave(stay)));
      await lab.api.query("SELECT 1");
    }
    const [, noted] = infos.mock.calls.find(([message]) => message === LEFT) ?? [];
    expect(noted).toEqual({
      error_id: expect.any(String),
      method: "POST",
      path: `/v2/workspace/${lab.name}/data:query`,
    });
    expect(errors).not.toHaveBeenCalled();
  });
});

describe("an error of a request whose client has disconnected", () => {
  it("an error with another cause is still logged as an error", () => {
    const controller = new AbortController();
    const event = { requestId: "7", httpMethod: "GET", path: "/x", signal: controller.signal };
    controller.abort();
    errors.mockClear();
    expect(errorReply(new TypeError("a bug"), event).statusCode).toBe(500);
    expect(errors).toHaveBeenCalledTimes(1);
    expect(errorReply(controller.signal.reason, event).statusCode).toBe(499);
    expect(errors).toHaveBeenCalledTimes(1);
  });

  it("an error while the client is connected is logged as an error", () => {
    const event = { requestId: "7", httpMethod: "GET", path: "/x", signal: new AbortController().signal };
    errors.mockClear();
    expect(errorReply(new DOMException("stopped", "AbortError"), event).statusCode).toBe(500);
    expect(errors).toHaveBeenCalledTimes(1);
  });
});
