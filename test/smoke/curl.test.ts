import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { startServer } from "#test/support/localServer.ts";
import { curl } from "./curl.ts";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const one of cleanups.splice(0)) await one();
});

it("curl can upload even if the user's .curlrc changes its output", async () => {
  const home = await mkdtemp(join(tmpdir(), "smoke-curl-"));
  cleanups.push(() => rm(home, { recursive: true }));
  await writeFile(join(home, ".curlrc"), 'include\nwrite-out = "done"\nheader = "x-mine: 1"\n');
  await writeFile(join(home, "file"), "a\nx\n");
  vi.stubEnv("CURL_HOME", home);
  const server = await startServer((request, response) => {
    request.resume().once("end", () => {
      const { authorization, "x-mine": mine = null } = request.headers;
      response.writeHead(201, { "content-type": "application/json" });
      response.end(JSON.stringify({ authorization, mine }));
    });
  });
  cleanups.push(server.close);
  const answer = await curl({
    url: `${server.url}/`,
    token: "t",
    seconds: 20,
    signal: new AbortController().signal,
    form: { description: "a test" },
    file: join(home, "file"),
  });
  expect(answer).toEqual({ status: 201, json: { authorization: "Bearer t", mine: null } });
});
