import { expect } from "vitest";
import type { Answer } from "../support/http.ts";

/** Returns the body of a successful response; otherwise fails with the service's message. */
// biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came back
export function expectSuccess({ status, body }: Answer): any {
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(200);
  return body;
}

/** Expects a refusal with a message and a code. Returns the body. */
export function expectRefused({ status, body }: Answer, expected: number, code?: string): { detail: string } {
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(expected);
  expect(body).toEqual({
    detail: expect.any(String),
    code: expect.any(String),
    error_id: expect.any(String),
    ...(body.position && { position: { line: expect.any(Number), column: expect.any(Number) } }),
  });
  if (code !== undefined) expect(body.code).toBe(code);
  return body;
}

/** Expects a 422 validation error with its first problem at this location in the request. */
export function expectInvalid({ status, body }: Answer, ...loc: (string | number)[]): void {
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(422);
  expect(body.detail.length).toBeGreaterThan(0);
  for (const problem of body.detail) {
    expect(problem).toMatchObject({
      loc: expect.any(Array),
      msg: expect.any(String),
      type: expect.any(String),
    });
  }
  expect(body.detail[0].loc).toEqual(loc);
}

export const isIdText = expect.stringMatching(/^[1-9]\d{0,15}$/);
export const isTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
export const isUser = expect.stringMatching(/^user_/);

/** Fields common to all stored entities that are not archived. */
export const storedFields = {
  archived_at: null,
  archived_by: null,
  id: isIdText,
  created_at: isTime,
  created_by: isUser,
  updated_at: isTime,
  updated_by: isUser,
};
