import { PassThrough, Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { JsonRpc } from "#local/database/jsonRpc.ts";

function newRpc() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  return { rpc: new JsonRpc(input, output), input, output };
}

describe("a JSON-RPC request", () => {
  test("each request gets its response, in any order and with any chunking", async () => {
    const { rpc, input } = newRpc();
    const answers = Promise.all([rpc.request("a", {}), rpc.request("b", {})]);
    const bytes = Buffer.from(
      `${JSON.stringify({ id: 2, result: "é\u2028" })}\n\n${JSON.stringify({ id: 1, result: "first" })}\n`,
    );
    for (const byte of bytes) input.write(Buffer.from([byte]));
    expect(await answers).toEqual(["first", "é\u2028"]);
  });

  test("a request is sent as one line, whatever it contains", async () => {
    const { rpc, output } = newRpc();
    void rpc.request("a", { text: "x\ny" });
    rpc.notify("b");
    await setImmediate();
    const lines = String(output.read()).split("\n");
    expect(lines.map((line) => (line ? JSON.parse(line) : null))).toEqual([
      { jsonrpc: "2.0", id: 1, method: "a", params: { text: "x\ny" } },
      { jsonrpc: "2.0", method: "b" },
      null,
    ]);
  });

  test("requests of one turn are sent together, and later ones are sent too", async () => {
    const sent: number[] = [];
    const output = new Writable({
      writev: (chunks, done) => {
        sent.push(chunks.length);
        done();
      },
    });
    const rpc = new JsonRpc(new PassThrough(), output);
    for (const method of ["a", "b", "c"]) void rpc.request(method, {});
    await setImmediate();
    for (const method of ["d", "e"]) void rpc.request(method, {});
    await setImmediate();
    expect(sent).toEqual([3, 2]);
  });

  test("a request rejects with the error in its response", async () => {
    const { rpc, input } = newRpc();
    const answer = rpc.request("a", {});
    input.write('{"id":1,"error":{"code":-32602,"message":"no"}}\n');
    await expect(answer).rejects.toMatchObject({ code: -32602, message: "no" });
  });

  test("a request rejects if the other side sends anything but JSON", async () => {
    const { rpc, input } = newRpc();
    const answer = rpc.request("a", {});
    input.write("panicked\n");
    await expect(answer).rejects.toThrow("not JSON: panicked");
  });

  test("pending and later requests reject once the other side has exited", async () => {
    const { rpc } = newRpc();
    const answer = rpc.request("a", {});
    rpc.end(new Error("ended"));
    await expect(answer).rejects.toThrow("ended");
    await expect(rpc.request("b", {})).rejects.toThrow("ended");
  });
});
