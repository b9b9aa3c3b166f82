import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explainFailure } from "../../examples/explainFailure.ts";
import { send } from "../../smoke/send.ts";

const signal = new AbortController().signal;
const failure = (origin: string, path: string) =>
  send({ method: "GET", origin, path, signal }).then(() => "none", explainFailure);

describe("a request of the smoke tests", () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-length": 10 });
    response.write("half", () => response.destroy());
  });
  let origin = "";

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.close();
  });

  it("is named where its answer breaks off", async () => {
    expect(await failure(origin, "/project:get?id=1")).toBe(`GET ${origin}/project:get?id=1: aborted`);
  });

  it("is named where nobody listens", async () => {
    expect(await failure("http://127.0.0.1:9", "/a")).toBe(
      "GET http://127.0.0.1:9/a: connect ECONNREFUSED 127.0.0.1:9",
    );
  });

  it("is not sent once the run was ended", async () => {
    const ended = AbortSignal.abort(new Error("Ended by SIGINT"));
    await expect(send({ method: "GET", origin, path: "/", signal: ended })).rejects.toThrow(
      "Ended by SIGINT",
    );
  });
});
