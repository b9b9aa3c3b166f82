import { beforeAll, describe, expect, it } from "vitest";
import { operations } from "#functions/operations.ts";
import type { Audience } from "#shared/http/authenticate.ts";
import type { Operation } from "#shared/http/operations/operation.ts";
import { type ContractRequest, contractRequests } from "#test/support/contractRequests.ts";
import { request } from "#test/support/http.ts";
import { type Lab, memberToken, otherLab, sharedLab, sharedPlatform, staffToken } from "#test/support/lab.ts";

let lab: Lab;
let staff: string;
let eraser: string;
let loadId: string;

beforeAll(async () => {
  lab = await sharedLab();
  staff = await staffToken(sharedPlatform());
  eraser = await memberToken(sharedPlatform(), lab.orgId, "eraser@example.org", ["data:erase"], "manager");
  const tables = { t: { columns: [{ name: "n", type: "INT64" }], format: "CSV" } };
  const context = { kind: "PROJECT", project_id: lab.projectId };
  loadId = (await lab.api.post<{ id: string }>("/data/load:create", { context, tables })).id;
});

/** Sends a request of the contract with another body. */
function send({ method, path, query, audience, operation }: ContractRequest, body: unknown) {
  const regional = path.startsWith("/v2/workspace/{workspace}");
  const base = regional ? lab.regionUrl : sharedPlatform().platformUrl;
  const parameters = new URLSearchParams(operation === "uploadFile" ? { id: loadId } : query);
  const url = `${base}${path.replace("{workspace}", lab.name)}?${parameters}`;
  return request(method, url, { token: tokenFor(audience), body });
}

function tokenFor(audience: Audience): string {
  return audience === "staff" ? staff : eraser;
}

/** Operations whose senders may add fields, because the requests follow another specification. */
const LENIENT = [
  "exchangeDocsCode",
  "exchangeIcebergToken",
  "receiveIdpEvent",
  "receiveIdpEventAlias",
  "startStatement",
  // The files of an import are sent as bodies; a form is one, too, if it has the stated SHA-256.
  "uploadWorkspaceImportFile",
];

const seen = new Set<string>();
const posted = contractRequests().filter(({ operation, method }) => {
  const isNew = !seen.has(operation);
  seen.add(operation);
  return isNew && method !== "GET" && !LENIENT.includes(operation);
});
const withJson = posted.filter(
  ({ body, files, method }) =>
    (body !== undefined && files === null) || (files === null && method === "POST"),
);
const withForm = posted.filter(({ files }) => files !== null);

/** Objects in a body, with their locations. */
function objectsIn(
  value: unknown,
  loc: (string | number)[] = ["body"],
): { loc: (string | number)[]; value: object }[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : [{ loc, value }];
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, inner]) =>
      objectsIn(inner, [...loc, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

/** Returns a copy of a body with a field added to the object at a location. */
function withField(body: unknown, loc: readonly (string | number)[], value: unknown): unknown {
  const copy = structuredClone(body ?? {});
  let at = copy as Record<string | number, unknown>;
  for (const key of loc.slice(1)) at = at[key] as typeof at;
  at.colour = value;
  return copy;
}

describe("a field that an operation does not know", () => {
  it("this test covers every operation that changes something", () => {
    const changing = Object.entries(operations as Record<string, Operation>).filter(
      ([name, { contract }]) => contract.method === "POST" && !LENIENT.includes(name),
    );
    expect([...withJson, ...withForm].map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(changing.map(([name]) => name)),
    );
  });

  it.each(withJson.map((one) => [one.operation, one] as const))(
    "is refused in the body of %s",
    async (_, one) => {
      const answer = await send(one, withField(one.body, ["body"], "red"));
      expect([answer.status, answer.body.detail]).toEqual([
        422,
        expect.arrayContaining([
          expect.objectContaining({ loc: ["body", "colour"], type: "extra_forbidden" }),
        ]),
      ]);
    },
  );

  it.each(withForm.map((one) => [one.operation, one] as const))(
    "is refused in the form of %s",
    async (_, one) => {
      const form = new FormData();
      form.set("file", new File(["n\n1\n"], "a.csv"));
      form.set("colour", "red");
      const answer = await send(one, form);
      expect([answer.status, answer.body.detail]).toEqual([
        422,
        [expect.objectContaining({ loc: ["body", "colour"], type: "extra_forbidden" })],
      ]);
    },
  );

  const nested = withJson.flatMap((one) =>
    objectsIn(one.body)
      .slice(1)
      .map(({ loc }) => ({ one, loc, title: `${one.operation} at ${loc.join(".")}` })),
  );

  it("is refused in every object of a body", async () => {
    const accepted: string[] = [];
    for (const { one, loc, title } of nested) {
      const answer = await send(one, withField(one.body, loc, "red"));
      const found =
        answer.status === 422 &&
        JSON.stringify(answer.body.detail).includes(JSON.stringify([...loc, "colour"]));
      if (!found) accepted.push(title);
    }
    expect(accepted).toEqual([]);
  });

  it("in revokeSessions does not sign the caller out", async () => {
    const url = `${sharedPlatform().platformUrl}/idp:revokeSessions`;
    const refused = await request("POST", url, { token: lab.token, body: { user: "someone" } });
    expect(refused.status).toBe(422);
    const { status } = await request("GET", `${lab.regionUrl}/v2/workspace/${lab.name}/project:list`, {
      token: lab.token,
    });
    expect(status).toBe(200);
  });

  it("does not matter if the body of an operation without one is not JSON", async () => {
    const { id } = await lab.api.post<{ id: string }>("/project:create", { name: "no-body" });
    const url = `${lab.regionUrl}/v2/workspace/${lab.name}/project:archive?id=${id}`;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect((await request("POST", url, { token: lab.token, body: "colour=red", headers })).status).toBe(200);
  });
});

describe("the project of a preview", () => {
  it("must be in the workspace, even if a reference is given", async () => {
    const other = await otherLab();
    const form = new FormData();
    form.set("file", new File(["mutant,y\nA2C,1\n"], "a.csv"));
    const url = (id: string) =>
      `${lab.regionUrl}/v2/workspace/${lab.name}/data:preview?reference=MACDE&project_id=${id}`;
    const foreign = await request("POST", url(other.projectId), { token: lab.token, body: form });
    expect([foreign.status, foreign.body.code]).toEqual([404, "project_not_found"]);
    expect((await request("POST", url(lab.projectId), { token: lab.token, body: form })).status).toBe(200);
  });
});
