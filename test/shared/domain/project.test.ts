import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { ProjectName } from "#shared/domain/project.ts";

const texts = fc.string({ unit: "grapheme", minLength: 1, maxLength: 32 });

describe("the name of a project", () => {
  it("has no white space of any kind, and is proposed with hyphens", () => {
    fc.assert(
      fc.property(texts, texts, fc.constantFrom(" ", "\t", "\n", "\u00a0", "\u3000"), (one, other, space) => {
        const whole = v.safeParse(ProjectName, one);
        expect(whole.success).toBe(!/\s/.test(one) && [...one].length <= 64);
        const { issues = [] } = v.safeParse(ProjectName, `${one}${space}${other}`);
        const proposed = /, for example "(.*)"$/su.exec(issues.at(-1)?.message ?? "")?.[1];
        expect(issues.length).toBeGreaterThan(0);
        if (proposed !== undefined) expect(v.is(ProjectName, proposed)).toBe(true);
      }),
    );
  });

  it("of a megabyte of spaces has no proposal", () => {
    const { issues = [] } = v.safeParse(ProjectName, "a ".repeat(500_000));
    expect(issues.every(({ message }) => message.length < 100)).toBe(true);
  });
});
