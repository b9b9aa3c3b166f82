import { expect, it } from "vitest";
import { request } from "#test/support/http.ts";
import { memberToken, newLab, sharedPlatform, uniqueName } from "#test/support/lab.ts";

it("concurrent first requests of a user in many organizations are all authorized", async () => {
  const labs = await Promise.all(Array.from({ length: 12 }, () => newLab()));
  const email = `${uniqueName("newcomer")}@example.org`;
  const tokens: string[] = [];
  for (const { orgId } of labs) tokens.push(await memberToken(sharedPlatform(), orgId, email));
  const answers = await Promise.all(
    labs.map(({ regionUrl, name }, index) =>
      request("GET", `${regionUrl}/v2/workspace/${name}/project:list`, { token: tokens[index] ?? "" }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(labs.map(() => 200));
});

it("a hundred resources created concurrently have a hundred distinct ids", async () => {
  const { api } = await newLab();
  const created = await Promise.all(
    Array.from({ length: 100 }, () => api.post<{ id: string }>("/project:create", { name: "one" })),
  );
  expect(new Set(created.map(({ id }) => id)).size).toBe(100);
});
