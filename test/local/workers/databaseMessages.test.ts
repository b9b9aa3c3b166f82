import fc from "fast-check";
import { expect, test } from "vitest";
import {
  answerDatabaseRequest,
  DatabaseMessages,
  type DatabaseRequest,
  decodeReply,
  decodeRequest,
  encodeReply,
  encodeRequest,
} from "#local/workers/databaseMessages.ts";
import type { DatabaseCall } from "#shared/runtime/scope.ts";

/** Returns what the database was asked, as its response. */
const echo: DatabaseCall = async (operation, body) => ({
  status: 200,
  body: Buffer.from(`${operation} ${body.toString("utf8")}`),
});

test("every call gets its own response, whatever their order", async () => {
  const sent: DatabaseRequest[] = [];
  const messages = new DatabaseMessages((request) => sent.push(request));
  const calls = ["GetItem", "Query", "PutItem"].map((operation) =>
    messages.call(operation, Buffer.from("ä\u2028")),
  );
  for (const request of sent.toReversed()) messages.settle(await answerDatabaseRequest(echo, request));
  const answers = (await Promise.all(calls)).map(({ body }) => Buffer.from(body).toString("utf8"));
  expect(answers).toEqual(["GetItem ä\u2028", "Query ä\u2028", "PutItem ä\u2028"]);
});

test("a database that does not respond is a server error", async () => {
  const request: DatabaseRequest = { id: 7, operation: "GetItem", body: Buffer.from("{}") };
  const reply = await answerDatabaseRequest(() => Promise.reject(new Error("The process exited")), request);
  expect(reply).toMatchObject({ id: 7, status: 500 });
  expect(JSON.parse(reply.body.toString())).toMatchObject({ __type: "InternalServerError" });
});

test("requests and replies arrive as they were sent", () => {
  const body = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
  const id = fc.nat({ max: 0xffff_ffff });
  const operation = fc.stringMatching(/^[A-Za-z]{1,64}$/);
  fc.assert(
    fc.property(id, operation, fc.integer({ min: 100, max: 599 }), body, (number, name, status, content) => {
      const request = { id: number, operation: name, body: content };
      expect(decodeRequest(encodeRequest(request))).toEqual(request);
      const reply = { id: number, status, body: content };
      expect(decodeReply(encodeReply(reply))).toEqual(reply);
    }),
  );
});

test("a message that names no operation is not a request", () => {
  const header = [1, 0, 0, 0];
  for (const bytes of [
    [],
    header,
    [...header, 0],
    [...header, 5, 0x47],
    [...header, 1, 0x2e],
    [...header, 65],
  ]) {
    expect(decodeRequest(Buffer.from(bytes))).toBeNull();
  }
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void decodeRequest(Buffer.from(bytes))));
});
