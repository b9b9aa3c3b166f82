import { conflict, DomainError } from "@pdp/basics/errors";
import { expect, it } from "vitest";
import { errorReply } from "#shared/http/errors.ts";
import { icebergError } from "#shared/http/iceberg/icebergError.ts";
import { describeForIceberg } from "#shared/jobs/describeForIceberg.ts";
import type { StopReason, WorkspaceScope } from "#shared/runtime/scope.ts";

const EVENT = { requestId: "id-1", httpMethod: "GET", path: "/iceberg/v1/lab/namespaces" };

function typeOf(error: Error): unknown {
  const { body, statusCode } = icebergError(errorReply(error, EVENT));
  const { error: shaped } = JSON.parse(String(body));
  expect(shaped.code).toBe(statusCode);
  return shaped.type;
}

it("a conflict is not reported as a failed commit, because the catalog has no commits", () => {
  expect(typeOf(conflict("rows_erased", "Rows were erased."))).toBe("ConflictException");
});

it("errors have the types that Iceberg's specification defines", () => {
  expect(typeOf(new DomainError("unavailable", "history_not_read", "Later."))).toBe(
    "ServiceUnavailableException",
  );
  expect(typeOf(new DomainError("throttled", "throttled", "Later."))).toBe("SlowDownException");
  expect(typeOf(new Error("A fault"))).toBe("ServerError");
});

it.each<StopReason>(["time", "memory", "crash"])(
  "a table can be loaded again after its description is stopped (%s), and the error gives no advice about queries",
  (reason) => {
    const error = describeForIceberg.stopped(reason, {} as WorkspaceScope);
    expect(typeOf(error)).toBe("ServiceUnavailableException");
    expect(error.message).toMatch(/Load the table again/);
    expect(error.message).not.toMatch(/quer|rows|columns/i);
  },
);
