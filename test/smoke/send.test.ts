import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LocalServer, startServer } from "#test/support/localServer.ts";
import { explainFailure } from "../../examples/explainFailure.ts";
import { send } from "./send.ts";

const signal = new AbortController().signal;
const failure = (origin: string, path: string) =>
  send({ method: "GET", origin, path, signal }).then(() => "none", explainFailure);

describe("a smoke test request", () => {
  let server: LocalServer;
  let origin: string;

  beforeAll(async () => {
    server = await startServer((_request, response) => {
      response.writeHead(200, { "content-length": 10 });
      response.write("half", () => response.destroy());
    });
    origin = server.url;
  });

  afterAll(() => server.close());

  it("a broken response names its request", async () => {
    expect(await failure(origin, "/project:get?id=1")).toBe(`GET ${origin}/project:get?id=1: aborted`);
  });

  it("a refused connection names its request", async () => {
    expect(await failure("http://127.0.0.1:9", "/a")).toBe(
      "GET http://127.0.0.1:9/a: connect ECONNREFUSED 127.0.0.1:9",
    );
  });

  it("a request is not sent after the run has been stopped", async () => {
    const ended = AbortSignal.abort(new Error("Ended by SIGINT"));
    await expect(send({ method: "GET", origin, path: "/", signal: ended })).rejects.toThrow(
      "Ended by SIGINT",
    );
  });
});
