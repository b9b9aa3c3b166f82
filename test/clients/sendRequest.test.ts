import { describe, expect, test, vi } from "vitest";
import { ApiError, errorOf } from "#client/errors.ts";
import { sendRequest } from "#client/sendRequest.ts";

const busy = (status: number) => new Response("{}", { status, headers: { "retry-after": "0" } });
const token = { accessToken: async () => "one" };

/** Responds to requests one at a time and records what was sent. */
function answering(...answers: (Response | Error)[]) {
  const sent: { authorization: string | null; body: string }[] = [];
  const fetch = async (request: Request) => {
    sent.push({ authorization: request.headers.get("authorization"), body: await request.text() });
    const answer = answers[sent.length - 1];
    if (!answer || answer instanceof Error) throw answer ?? new Error("nothing is left");
    return answer;
  };
  return { fetch, sent };
}

const get = () => new Request("http://127.0.0.1/x");
const post = () => new Request("http://127.0.0.1/x", { method: "POST", body: "{}" });

describe("a request", () => {
  test.each([429, 503])("a request to a busy service (%i) is retried with its body", async (status) => {
    const { fetch, sent } = answering(busy(status), busy(status), new Response("done"));
    expect(await (await sendRequest(post(), token, fetch)).text()).toBe("done");
    expect(sent.map(({ body }) => body)).toEqual(["{}", "{}", "{}"]);
  });

  test("a request asks for complete responses, whatever the deployment shows other clients", async () => {
    const seen: (string | null)[] = [];
    const fetch = async ({ headers }: Request) => {
      seen.push(headers.get("api-compatibility"));
      return new Response("done");
    };
    await sendRequest(get(), token, fetch);
    expect(seen).toEqual(["full"]);
  });

  test("a request gives up if the service stays busy", async () => {
    const answers = Array.from({ length: 10 }, () => busy(429));
    const { fetch, sent } = answering(...answers);
    await expect(sendRequest(get(), token, fetch)).rejects.toMatchObject({ status: 429 });
    expect(sent).toHaveLength(6);
  });

  test("after a broken connection, only reads are retried", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const read = answering(new TypeError("broken"), new Response("done"));
    expect(await (await sendRequest(get(), token, read.fetch)).text()).toBe("done");
    const change = answering(new TypeError("broken"), new Response("done"));
    await expect(sendRequest(post(), token, change.fetch)).rejects.toThrow("broken");
    expect(change.sent).toHaveLength(1);
  });

  test("a request with a rejected token is retried once with a new token", async () => {
    const tokens = { accessToken: async (refused?: string) => (refused === "one" ? "two" : "one") };
    const { fetch, sent } = answering(new Response("{}", { status: 401 }), new Response("done"));
    await sendRequest(post(), tokens, fetch);
    expect(sent.map(({ authorization }) => authorization)).toEqual(["Bearer one", "Bearer two"]);
    const refused = answering(new Response("{}", { status: 401 }), new Response("{}", { status: 401 }));
    await expect(sendRequest(get(), tokens, refused.fetch)).rejects.toMatchObject({ status: 401 });
    const same = answering(new Response("{}", { status: 401 }));
    await expect(sendRequest(get(), token, same.fetch)).rejects.toMatchObject({ status: 401 });
  });

  test("an aborted request stops waiting immediately", async () => {
    const abort = new AbortController();
    const request = new Request("http://127.0.0.1/x", { signal: abort.signal });
    const { fetch } = answering(new Response("{}", { status: 503, headers: { "retry-after": "20" } }));
    const sending = sendRequest(request, token, fetch);
    setTimeout(() => abort.abort(new Error("enough")), 20);
    await expect(sending).rejects.toThrow("enough");
  });
});

describe("an error", () => {
  test("an error has the service's message, code and id", async () => {
    const body = { detail: "The table is archived.", code: "table_archived", error_id: "e1" };
    const error = await errorOf(new Response(JSON.stringify(body), { status: 409 }));
    expect(error).toBeInstanceOf(ApiError);
    expect({ ...error, message: error.message }).toMatchObject({
      status: 409,
      code: "table_archived",
      errorId: "e1",
      message: "The table is archived.",
    });
  });

  test("an error names each invalid field", async () => {
    const detail = [
      { loc: ["body", "tables", "variants"], msg: "Field required", type: "missing" },
      { loc: ["query", "id"], msg: "Input should be an id", type: "value_error" },
    ];
    const error = await errorOf(new Response(JSON.stringify({ detail }), { status: 422 }));
    expect(error.message).toBe("body.tables.variants: Field required; query.id: Input should be an id");
    expect(error.problems).toEqual(detail);
  });

  test.each(["", "<html>", "[]", '"text"', "null"])(
    "an error without a response body (%s) states its status",
    async (text) => {
      const error = await errorOf(new Response(text, { status: 502 }));
      expect([error.code, error.message]).toEqual(["http_502", "The service returned status 502."]);
    },
  );
});
