import { MAX_REFERENCES, type ProjectReference } from "@pdp/basics/proteins";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { createProject, ProjectName, withReference } from "#shared/domain/project.ts";

const texts = fc.string({ unit: "grapheme", minLength: 1, maxLength: 32 });

describe("the name of a project", () => {
  it("a project name must not contain whitespace, and a name with hyphens is proposed instead", () => {
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

  it("a megabyte of spaces gets no proposal", () => {
    const { issues = [] } = v.safeParse(ProjectName, "a ".repeat(500_000));
    expect(issues.every(({ message }) => message.length < 100)).toBe(true);
  });
});

describe("the references of a project", () => {
  const stamp = { by: "user_1", at: "2026-01-01T00:00:00.000Z" };
  const project = createProject("1", { name: "p", description: null, modality: null }, stamp);
  const reference = (name: string, monomer: string): ProjectReference => ({
    ...{ name, monomer, first_position: 1, positions: null, description: null },
  });

  it("a name always refers to the same sequence, but its numbering may change", () => {
    const first = withReference(project, reference("wild type", "MKT"), stamp);
    expect(() => withReference(first, reference("wild type", "MKV"), stamp)).toThrow(
      expect.objectContaining({ code: "reference_exists" }),
    );
    const moved = withReference(first, { ...reference("wild type", "MKT"), first_position: 24 }, stamp);
    expect(moved.references).toMatchObject([{ first_position: 24 }]);
  });

  it("the number of references is limited", () => {
    let full = project;
    for (let index = 0; index < MAX_REFERENCES; index++)
      full = withReference(full, reference(`r${index}`, "MKT"), stamp);
    expect(() => withReference(full, reference("more", "MKT"), stamp)).toThrow(
      expect.objectContaining({ code: "too_many_references" }),
    );
  });
});
