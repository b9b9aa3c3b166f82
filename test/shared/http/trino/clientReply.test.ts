import { expect, it } from "vitest";
import { clientError } from "#shared/http/trino/clientError.ts";
import { clientReply } from "#shared/http/trino/clientReply.ts";

const PLACE = { id: "1", infoUri: "http://127.0.0.1/v1/info", state: "COMPLETED" as const };

it("a page is opened when the response is read, and is sent part by part", async () => {
  let isOpen = false;
  async function* parts(): AsyncGenerator<Uint8Array> {
    isOpen = true;
    yield Buffer.from("[[1],");
    yield Buffer.from("[2]]");
  }
  const { body } = clientReply({ ...PLACE, data: async () => parts() });
  expect(isOpen).toBe(false);
  const sent: Buffer[] = [];
  for await (const part of body) sent.push(Buffer.from(part));
  expect(sent.map(String).slice(1, 3)).toEqual(["[[1],", "[2]]"]);
  expect(JSON.parse(Buffer.concat(sent).toString())).toMatchObject({ id: "1", data: [[1], [2]] });
});

it.each([
  ["sql_unavailable", "INTERNAL_ERROR", "GENERIC_INTERNAL_ERROR"],
  ["query_stopped", "INTERNAL_ERROR", "GENERIC_INTERNAL_ERROR"],
  ["sql_busy", "INSUFFICIENT_RESOURCES", "QUERY_QUEUE_FULL"],
  ["storage_full", "INSUFFICIENT_RESOURCES", "GENERIC_INSUFFICIENT_RESOURCES"],
  ["query_failed", "INSUFFICIENT_RESOURCES", "GENERIC_INSUFFICIENT_RESOURCES"],
  ["view_outdated", "USER_ERROR", "VIEW_IS_STALE"],
])("clients see the error %s as %s", (code, errorType, errorName) => {
  expect(clientError({ code, detail: "Because." })).toMatchObject({
    errorType,
    errorName,
    message: "Because.",
  });
});
