import { expect, test } from "vitest";
import { rolesOf } from "#shared/identity/bearerStatus.ts";

const MEMBER = {
  user_id: "u",
  org_id: "o",
  is_active: true,
  as_of: "2026-03-01T12:00:00.500Z",
  checked_at: "2026-03-01T12:00:00.500Z",
};
const CHANGED = Date.parse("2026-03-01T12:00:00.000Z") / 1000;

function providerRole(provider_role: "reader" | undefined, issuedAt: number, isMachine = false) {
  const membership = { item: { ...MEMBER, ...(provider_role && { provider_role }) }, revision: 1 };
  return rolesOf({ membership } as Parameters<typeof rolesOf>[0], { isMachine, issuedAt, role: "manager" })
    .providerRole;
}

test("a token loses its role when the provider changes the membership after its issue", () => {
  expect(providerRole(undefined, CHANGED - 1)).toBe(null);
  expect(providerRole(undefined, CHANGED)).toBe("manager");
  expect(providerRole("reader", CHANGED)).toBe("reader");
});

test("machines and unknown members have the role in their token", () => {
  expect(providerRole(undefined, CHANGED - 1, true)).toBe("manager");
  const claims = { isMachine: false, issuedAt: 1, role: "scientist" } as const;
  expect(rolesOf({ membership: null }, claims).providerRole).toBe("scientist");
});
