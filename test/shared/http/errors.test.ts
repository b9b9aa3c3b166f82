import { expect, test } from "vitest";
import { errorReply } from "#shared/http/errors.ts";

const EVENT = { requestId: "id-1", httpMethod: "POST", path: "/x" };

test.each([
  ["ENOSPC", "disk for temporary files"],
  ["EDQUOT", "disk for temporary files"],
])("the operating system error %s becomes a 507 that states what is full and what to do", (code, name) => {
  const reply = errorReply(Object.assign(new Error(`${code}: write`), { code }), EVENT);
  expect(reply.statusCode).toBe(507);
  expect(JSON.parse(reply.body)).toEqual({
    code: "storage_full",
    error_id: "id-1",
    detail: `The ${name} of this platform is full, so the request was not completed. Data stored earlier is safe. Free up space, or ask the platform's operator to do so, then try again.`,
  });
});

test("an error after the client closed the request becomes a 499, not an internal error", () => {
  const signal = AbortSignal.abort();
  const reply = errorReply(signal.reason, { ...EVENT, signal });
  expect(reply.statusCode).toBe(499);
  expect(JSON.parse(reply.body)).toMatchObject({ code: "request_abandoned" });
});

test("any other unexpected error becomes a 500", () => {
  expect(errorReply(new Error("ENOENT: no such file"), EVENT).statusCode).toBe(500);
});
