import { describe, expect, it } from "vitest";
import { documentation } from "#functions/documentation.ts";
import { operations } from "#functions/operations.ts";
import { openApiDocument } from "#shared/http/openapi/openapi.ts";
import { EXAMPLE_ADDRESSES } from "#test/support/describedOperations.ts";
import { AnswerRules } from "./answerRules.ts";
import { parseAnswer, type RawAnswer } from "./rawHttp.ts";
import type { Outgoing } from "./requests.ts";
import { allRoutes, type Route } from "./routes.ts";

const rules = new AnswerRules(openApiDocument({ ...operations, ...documentation }, EXAMPLE_ADDRESSES));
const ERROR_ID = "0a1b2c3d-0000-4000-8000-0123456789ab";

function routeOf(path: string): Route {
  const route = allRoutes().find((one) => one.path.endsWith(path));
  if (!route) throw new Error(`There is no ${path}`);
  return route;
}

const getProject = routeOf("/project:get");

function checkAnswer(
  answer: Partial<RawAnswer>,
  request: Partial<Outgoing> = {},
  route = getProject,
): string {
  const sent: Outgoing = {
    pieces: [],
    ends: false,
    port: 0,
    method: route.method,
    bearer: "right",
    astray: false,
    unreadable: false,
    ...request,
  };
  const headers = new Map([
    ["content-type", "application/json; charset=utf-8"],
    ["x-request-id", ERROR_ID],
  ]);
  const whole = { status: 200, headers, body: Buffer.alloc(0), complete: true, late: false, ...answer };
  try {
    rules.check(route, sent, whole);
    return "right";
  } catch (error) {
    return (error as Error).message;
  }
}

function error(status: number, fields: object = {}): Partial<RawAnswer> {
  const body = {
    detail: "There is no project 5 here.",
    code: "project_not_found",
    error_id: ERROR_ID,
    ...fields,
  };
  return { status, body: Buffer.from(JSON.stringify(body)) };
}

function invalidAnswer(...loc: string[]): Partial<RawAnswer> {
  return {
    status: 422,
    body: Buffer.from(JSON.stringify({ detail: [{ loc, msg: "No.", type: "missing" }] })),
  };
}

describe("the fuzzer's rules for judging a response", () => {
  it("documented responses are accepted", () => {
    expect(checkAnswer(error(404))).toBe("right");
    expect(checkAnswer(invalidAnswer("query", "id"))).toBe("right");
    expect(checkAnswer(error(401), { bearer: "none" })).toBe("right");
    expect(checkAnswer(error(405), { astray: true })).toBe("right");
    expect(checkAnswer({ status: 0, complete: false }, { unreadable: true })).toBe("right");
    expect(checkAnswer(error(500), {}, routeOf("/500"))).toBe("right");
  });

  it.each([
    ["a failure", error(500), {}, "failed with 500"],
    ["a failure outside of all operations", error(502), { astray: true }, "failed with 502"],
    ["a system that is said to be out of reach", error(503), {}, "503"],
    ["a hang", { late: true }, {}, "no answer in time"],
    ["silence", { status: 0 }, {}, "without an answer"],
    ["a status of no document", error(418), {}, "not documented"],
    ["half an answer", { ...error(404), complete: false }, {}, "breaks off"],
    ["an error without a code", error(404, { code: undefined }), {}, "breaks its schema"],
    ["an error with the id of another request", error(404, { error_id: "x" }), {}, "error_id"],
    ["an error that shows internals", error(404, { detail: "TypeError: x" }), {}, "not a sentence"],
    ["a problem of no field", invalidAnswer("query"), {}, "names no field"],
    ["a problem of a field that there is not", invalidAnswer("query", "other"), {}, "names no field"],
    ["a success without its fields", { body: Buffer.from('{"id":"5"}') }, {}, "breaks its schema"],
    ["an open door", error(404), { bearer: "none" }, "not 401"],
    ["somebody else's door", error(404), { bearer: "nonMember" }, "not 403"],
  ] as const)("the rules report %s", (_, answer, request, complaint) => {
    expect(checkAnswer(answer, request)).toContain(complaint);
  });
});

describe("a raw HTTP response", () => {
  it.each([
    ["HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", true, "abc"],
    ["HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc", false, "abc"],
    ["HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", true, ""],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n", true, "abcd"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", false, "abc"],
  ])("a raw HTTP response is parsed and classified as complete or not: %j", (text, complete, body) => {
    const answer = parseAnswer(Buffer.from(text));
    expect([answer.status, answer.complete, answer.body.toString()]).toEqual([200, complete, body]);
  });
});
