import { expect, test } from "vitest";
import {
  answerDatabaseRequest,
  DatabaseMessages,
  type DatabaseRequest,
  isDatabaseRequest,
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
  expect(await Promise.all(calls)).toMatchObject([
    { status: 200, body: "GetItem ä\u2028" },
    { status: 200, body: "Query ä\u2028" },
    { status: 200, body: "PutItem ä\u2028" },
  ]);
});

test("a database that does not respond is a server error", async () => {
  const request: DatabaseRequest = { type: "database", id: 7, operation: "GetItem", body: "{}" };
  const reply = await answerDatabaseRequest(() => Promise.reject(new Error("The process exited")), request);
  expect(reply).toMatchObject({ type: "database", id: 7, status: 500 });
  expect(JSON.parse(reply.body)).toMatchObject({ __type: "InternalServerError" });
});

test("only complete requests count as requests", () => {
  const request = { type: "database", id: 7, operation: "GetItem", body: "{}" };
  expect(isDatabaseRequest(request)).toBe(true);
  for (const other of [
    "ready",
    null,
    undefined,
    7,
    {},
    { ...request, body: undefined },
    { ...request, id: "7" },
  ])
    expect(isDatabaseRequest(other)).toBe(false);
});
