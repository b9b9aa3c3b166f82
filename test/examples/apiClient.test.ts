import type { RequestListener } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { startServer } from "#test/support/localServer.ts";
import { ApiClient } from "../../examples/apiClient.ts";
import { explainFailure } from "../../examples/explainFailure.ts";

/** Client of a server that always returns this response. */
async function clientOf(answer: RequestListener, signal?: AbortSignal): Promise<ApiClient> {
  const { url, close } = await startServer(answer);
  onTestFinished(close);
  return new ApiClient(url, "token", signal);
}

const failure = (work: Promise<unknown>): Promise<string> => work.then(() => "none", explainFailure);

describe("the example client", () => {
  it("a refused request and its reason are reported in one line", async () => {
    const client = await clientOf((_request, response) => {
      response.writeHead(409, { "content-type": "application/json" });
      response.end(JSON.stringify({ detail: "It is archived.", code: "archived", error_id: "7" }));
    });
    expect(await failure(client.post("/project:update?id=1", {}))).toBe(
      "POST /project:update?id=1: HTTP 409 archived: It is archived. (error_id 7)",
    );
  });

  it("the problem of each field is reported", async () => {
    const client = await clientOf((_request, response) => {
      const detail = [
        { loc: ["body", "columns", 1, "name"], msg: "It is taken", type: "value_error" },
        { loc: ["query", "id"], msg: "It is missing", type: "value_error" },
      ];
      response.writeHead(422, { "content-type": "application/json" }).end(JSON.stringify({ detail }));
    });
    expect(await failure(client.get("/a"))).toBe(
      "GET /a: HTTP 422: body.columns.1.name: It is taken; query.id: It is missing",
    );
  });

  it("a refusal without a reason is reported as such", async () => {
    const client = await clientOf((_request, response) => response.writeHead(502).end("<html>"));
    expect(await failure(client.get("/a"))).toBe("GET /a: HTTP 502, without a sentence that says why");
  });

  it("a failed request is reported with its cause", async () => {
    const client = new ApiClient("http://127.0.0.1:9", "token");
    expect(await failure(client.get("/a"))).toMatch(/^GET \/a: fetch failed: .+/);
    const broken = await clientOf((_request, response) => {
      response.writeHead(200, { "content-length": 10 }).write("half", () => response.destroy());
    });
    expect(await failure(broken.get("/b"))).toMatch(/^GET \/b: terminated: .+/);
    expect(await failure(broken.query("SELECT 1"))).toMatch(/^POST \/data:query: terminated: .+/);
  });

  it("the client waits until a task ends, and explains a missing result", async () => {
    const states = ["INIT", "EXECUTING", "FAILED"];
    const client = await clientOf((_request, response) => {
      response.end(JSON.stringify({ id: "1", state: states.shift(), errors: ["Too few rows."] }));
    });
    const seen: string[] = [];
    const finished = client.finished("1", { onWait: ({ state }) => seen.push(state) });
    expect(await failure(finished)).toBe("The task 1 is FAILED: Too few rows.");
    expect(seen).toEqual(["INIT", "EXECUTING"]);
  });

  it("the client stops waiting after the allowed time and reports what it waited for", async () => {
    const client = await clientOf((_request, response) => {
      response.end(JSON.stringify({ id: "1", state: "LOADING" }));
    });
    expect(await failure(client.settled("1", { seconds: 0.02 }))).toBe(
      "GET /data/load:get?id=1: still LOADING after 0.02 s",
    );
  });

  it("the client stops when its signal aborts", async () => {
    const controller = new AbortController();
    const client = await clientOf(() => controller.abort(new Error("Ended by SIGINT")), controller.signal);
    expect(await failure(client.get("/a"))).toBe("GET /a: Ended by SIGINT");
  });
});
