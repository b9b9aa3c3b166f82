import { generateKeyPair, SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "#functions/operations.ts";
import { request } from "../support/http.ts";
import { type Lab, memberToken, sharedLab, sharedPlatform } from "../support/lab.ts";

let lab: Lab;

beforeAll(async () => {
  lab = await sharedLab();
});

describe("a denial", () => {
  const place = (path: string): string => path.replace("{workspace}", lab.name);
  const members = Object.entries(operations).filter(([, { contract }]) => contract.audience === "member");

  it.each(members)("%s is denied before the rest of the request is read", async (_, { contract }) => {
    const url = `${lab.regionUrl}${place(contract.path)}`;
    const other = await memberToken(sharedPlatform(), null, "nonmember@example.org");
    const { privateKey } = await generateKeyPair("RS256");
    const forged = await new SignJWT({ sub: "user_1", org_id: lab.orgId })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuer(sharedPlatform().idpUrl)
      .setExpirationTime("1h")
      .sign(privateKey);
    for (const [token, status] of [
      [null, 401],
      ["nonsense", 401],
      [forged, 401],
      [other, 403],
    ] as const) {
      const answer = await request(contract.method, url, {
        token,
        body: contract.method === "POST" ? "not json" : undefined,
        headers: contract.byCatalog ? { "x-trino-catalog": lab.name } : {},
      });
      expect(answer.status).toBe(status);
      if (status === 401) expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
  });
});
