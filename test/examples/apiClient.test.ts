import type { RequestListener } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { startServer } from "#test/support/localServer.ts";
import { ApiClient } from "../../examples/apiClient.ts";
import { explainFailure } from "../../examples/explainFailure.ts";

/** A client of a server that answers like this. */
async function clientOf(answer: RequestListener, signal?: AbortSignal): Promise<ApiClient> {
  const { url, close } = await startServer(answer);
  onTestFinished(close);
  return new ApiClient(url, "token", signal);
}

const failure = (work: Promise<unknown>): Promise<string> => work.then(() => "none", explainFailure);

describe("the client of the examples", () => {
  it("says which request was refused, and why, in one line", async () => {
    const client = await clientOf((_request, response) => {
      response.writeHead(409, { "content-type": "application/json" });
      response.end(JSON.stringify({ detail: "It is archived.", code: "archived", error_id: "7" }));
    });
    expect(await failure(client.post("/project:update?id=1", {}))).toBe(
      "POST /project:update?id=1: HTTP 409 archived: It is archived. (error_id 7)",
    );
  });

  it("says of each field what is wrong with it", async () => {
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

  it("says so where a refusal gives no reason", async () => {
    const client = await clientOf((_request, response) => response.writeHead(502).end("<html>"));
    expect(await failure(client.get("/a"))).toBe("GET /a: HTTP 502, without a sentence that says why");
  });

  it("says which request was lost, and how", async () => {
    const client = new ApiClient("http://127.0.0.1:9", "token");
    expect(await failure(client.get("/a"))).toMatch(/^GET \/a: fetch failed: .+/);
    const broken = await clientOf((_request, response) => {
      response.writeHead(200, { "content-length": 10 }).write("half", () => response.destroy());
    });
    expect(await failure(broken.get("/b"))).toMatch(/^GET \/b: terminated: .+/);
    expect(await failure(broken.query("SELECT 1"))).toMatch(/^POST \/data:query: terminated: .+/);
  });

  it("waits for a task until it has ended, and says why there is no result", async () => {
    const states = ["INIT", "EXECUTING", "FAILED"];
    const client = await clientOf((_request, response) => {
      response.end(JSON.stringify({ id: "1", state: states.shift(), errors: ["Too few rows."] }));
    });
    const seen: string[] = [];
    const finished = client.finished("1", { onWait: ({ state }) => seen.push(state) });
    expect(await failure(finished)).toBe("The task 1 is FAILED: Too few rows.");
    expect(seen).toEqual(["INIT", "EXECUTING"]);
  });

  it("waits no longer than it is told to, and says what it waited for", async () => {
    const client = await clientOf((_request, response) => {
      response.end(JSON.stringify({ id: "1", state: "LOADING" }));
    });
    expect(await failure(client.settled("1", { seconds: 0.02 }))).toBe(
      "GET /data/load:get?id=1: still LOADING after 0.02 s",
    );
  });

  it("gives up what is under way when its signal says so", async () => {
    const controller = new AbortController();
    const client = await clientOf(() => controller.abort(new Error("Ended by SIGINT")), controller.signal);
    expect(await failure(client.get("/a"))).toBe("GET /a: Ended by SIGINT");
  });
});
