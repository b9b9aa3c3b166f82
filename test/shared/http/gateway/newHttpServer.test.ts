import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { afterEach, expect, it } from "vitest";
import { closeServer } from "#local/listen.ts";
import { HTTP_LIMITS } from "#shared/http/gateway/httpLimits.ts";
import { type AnswerRequest, newHttpServer } from "#shared/http/gateway/newHttpServer.ts";
import { RawClient } from "../../../isolation/rawClient.ts";

const REQUEST = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
const IDLE_MS = 200;

let server: Server;

afterEach(() => closeServer(server, { graceMs: 0 }));

async function serve(answer: AnswerRequest, limits = HTTP_LIMITS): Promise<number> {
  server = newHttpServer(answer, { limits }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

it("the next request on a connection starts after the previous response was read; other connections are independent", async () => {
  const open: { path: string | undefined; response: ServerResponse }[] = [];
  const port = await serve((request, response) => void open.push({ path: request.url, response }));
  const paths = (): (string | undefined)[] => open.map(({ path }) => path);
  const [first, second] = [await RawClient.open(port), await RawClient.open(port)];
  for (const path of ["/a1", "/a2", "/a3"]) first.send(REQUEST.replace("/ ", `${path} `));
  await expect.poll(paths).toEqual(["/a1"]);
  second.send(REQUEST.replace("/ ", "/b1 "));
  await expect.poll(paths).toEqual(["/a1", "/b1"]);
  open[0]?.response.end("done");
  await expect.poll(paths).toEqual(["/a1", "/b1", "/a2"]);
  first.leave();
  second.leave();
});

it("a request that arrives on an overdue idle connection to a busy process is answered", async () => {
  const limits = { ...HTTP_LIMITS, idleMs: IDLE_MS, idleMarginMs: IDLE_MS / 2 };
  const port = await serve((_, response) => void response.end("answer"), limits);
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const client = new Worker(CLIENT, { eval: true, workerData: { port, request: REQUEST, sent } });
  expect(await once(client, "message")).toEqual(["answered"]);
  client.postMessage("again");
  // The process is busy until the request has been sent and the idle timeout of the connection has passed.
  Atomics.wait(sent, 0, 0);
  Atomics.wait(sent, 0, 1, IDLE_MS * 2);
  expect(await once(client, "message")).toEqual(["answered"]);
  await client.terminate();
});

/** Sends a request at startup and on each message, over one connection, and reports the outcome. */
const CLIENT = `
const { connect } = require("node:net");
const { parentPort, workerData } = require("node:worker_threads");
const { port, request, sent } = workerData;
const socket = connect(port, "127.0.0.1");
socket.write(request);
socket.on("data", () => parentPort.postMessage("answered"));
socket.on("error", (error) => parentPort.postMessage(error.code));
socket.on("close", () => parentPort.postMessage("closed"));
parentPort.on("message", () => {
  socket.write(request, () => {
    Atomics.store(sent, 0, 1);
    Atomics.notify(sent, 0);
  });
});
`;
