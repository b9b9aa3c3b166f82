import { DomainError } from "@pdp/basics/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCursor, writeCursor } from "#shared/store/dynamodb/cursor.ts";

describe("a cursor", () => {
  it("a cursor resolves to its position in its list", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (list, sk) => {
        expect(readCursor(list, writeCursor(list, sk))).toBe(sk);
      }),
    );
  });

  it("a cursor is refused by every other list", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (list, other, sk) => {
        fc.pre(list !== other);
        expect(() => readCursor(other, writeCursor(list, sk))).toThrow(DomainError);
      }),
    );
  });

  it("an invalid cursor is refused", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => readCursor("list", text)).toThrow(DomainError);
      }),
    );
  });
});
