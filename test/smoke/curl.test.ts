import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { curl } from "../../smoke/curl.ts";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const one of cleanups.splice(0)) await one();
});

it("curl uploads also if the user's .curlrc changes its output", async () => {
  const home = await mkdtemp(join(tmpdir(), "smoke-curl-"));
  cleanups.push(() => rm(home, { recursive: true }));
  await writeFile(join(home, ".curlrc"), 'include\nwrite-out = "done"\nheader = "x-mine: 1"\n');
  await writeFile(join(home, "file"), "a\nx\n");
  vi.stubEnv("CURL_HOME", home);
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      const { authorization, "x-mine": mine = null } = request.headers;
      response.writeHead(201, { "content-type": "application/json" });
      response.end(JSON.stringify({ authorization, mine }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => server.close());
  const answer = await curl({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    token: "t",
    seconds: 20,
    signal: new AbortController().signal,
    form: { description: "a test" },
    file: join(home, "file"),
  });
  expect(answer).toEqual({ status: 201, json: { authorization: "Bearer t", mine: null } });
});
