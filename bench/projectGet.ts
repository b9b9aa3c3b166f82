import { spawn } from "node:child_process";
import { Agent, get } from "node:http";
import { fileURLToPath } from "node:url";
import { median, quantile } from "@pdp/basics/statistics";
import { newBenchLab } from "./support/benchLab.ts";
import type { Benchmark } from "./support/benchmark.ts";
import { measureTime } from "./support/inTurns.ts";
import { withPlatformProcess } from "./support/platformProcess.ts";

const WARM_UPS = 300;
const ALONE = 1_000;
const CLIENTS = 16;
const ROUNDS = 5;
/** Maximum number of requests per round across all clients. */
const REQUESTS = 3_000;
const ROUND_MS = 4_000;

export const projectGet: Benchmark = {
  summary: "GET project:get with a token: latency with one client, requests per second with 16",
  run: (say) =>
    withPlatformProcess(async (platform) => {
      const { api, base, token, projectId } = await newBenchLab(platform);
      const path = `/project:get?id=${projectId}`;
      const record = JSON.stringify(await api.get(path));
      return withBareServer(record, async (bareUrl) => {
        const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
        const headers = { authorization: `Bearer ${token}` };
        const service = () => request(`${base}${path}`, headers, agent);
        const bare = () => request(`${bareUrl}${path}`, headers, agent);
        const alone = await latencies(service, bare);
        const together = await throughputs(service, bare);
        agent.destroy();
        say(
          "one client: requests alternate with requests to a bare node:http server that sends the same bytes",
        );
        return [
          {
            what: "one client, median",
            unit: "ms",
            value: median(alone.service),
            reference: median(alone.bare),
          },
          {
            what: "one client, p95",
            unit: "ms",
            value: quantile(alone.service, 0.95),
            reference: quantile(alone.bare, 0.95),
          },
          {
            what: `${CLIENTS} clients`,
            unit: "requests/s",
            value: median(together.service),
            reference: median(together.bare),
          },
        ];
      });
    }),
};

type Request = () => Promise<void>;

async function latencies(service: Request, bare: Request): Promise<{ service: number[]; bare: number[] }> {
  for (let count = 0; count < WARM_UPS; count += 1) {
    await service();
    await bare();
  }
  const times = { service: [] as number[], bare: [] as number[] };
  for (let count = 0; count < ALONE; count += 1) {
    times.service.push(await measureTime(service));
    times.bare.push(await measureTime(bare));
  }
  return times;
}

async function throughputs(service: Request, bare: Request): Promise<{ service: number[]; bare: number[] }> {
  const rates = { service: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.service.push(await throughput(service));
    rates.bare.push(await throughput(bare));
  }
  return rates;
}

/** Measures requests per second with clients that each send the next request after receiving the response. */
async function throughput(send: Request): Promise<number> {
  const start = performance.now();
  let sent = 0;
  const client = async (): Promise<void> => {
    while (sent < REQUESTS && performance.now() - start < ROUND_MS) {
      sent += 1;
      await send();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return sent / ((performance.now() - start) / 1000);
}

function request(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent }, (response) => {
      const { statusCode } = response;
      response.on("error", reject);
      response.on("end", () =>
        statusCode === 200 ? resolve() : reject(new Error(`project:get failed with status ${statusCode}`)),
      );
      response.resume();
    }).on("error", reject);
  });
}

async function withBareServer<Result>(body: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const script = fileURLToPath(new URL("./support/bareServer.ts", import.meta.url));
  const child = spawn(process.execPath, [script, body], { stdio: ["pipe", "pipe", "inherit"] });
  try {
    const port = await new Promise<string>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", () => reject(new Error("The bare server did not start.")));
      child.stdout.once("data", (line: Buffer) => resolve(line.toString().trim()));
    });
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    child.stdin.end();
  }
}
