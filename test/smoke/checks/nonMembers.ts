import { expect } from "vitest";
import { type Answer, send } from "../send.ts";
import { type Check, expectAnswer, type SmokeLab } from "../smokeTest.ts";

/** Operation methods; a path in the document also has other fields. */
const METHODS = ["get", "post", "patch", "delete"];
const PREFIX = "/v2/workspace/{workspace}/";

/** Checks requests from non-members, sent without IDs and bodies: access is refused before anything else is validated. */
export const nonMembers: Check = async ({ lab, annotate, skip }) => {
  const token = lab.options.memberToken ?? lab.first.memberToken;
  if (token === null)
    return skip("needs --member-token: a token of a member of another workspace who is not staff");
  const { origin, name, signal } = lab.second;
  const nowhere = `${name}-not`;
  const operations = await memberOperations(lab);
  for (const [method, path] of operations) {
    const to = (workspace: string) =>
      send({ method, origin, path: path.replace("{workspace}", workspace), token, signal });
    const [here, there] = await Promise.all([to(name), to(nowhere)]);
    const what = `${method} ${path} by somebody who is not a member`;
    expectAnswer(what, here, 403, "workspace_forbidden");
    expect(comparable(here, name), what).toEqual(comparable(there, nowhere));
  }
  const who = lab.options.memberToken === undefined ? "a member of the first workspace" : "the given member";
  await annotate(`${operations.length} operations, asked by ${who}`);
};

/** Returns the method and path of all member operations, as listed by the deployment itself. */
async function memberOperations({ options: { baseUrl }, signal }: SmokeLab): Promise<[string, string][]> {
  const answer = await send({ method: "GET", origin: baseUrl, path: "/openapi.json", signal });
  expectAnswer("GET /openapi.json", answer, 200);
  const paths = Object.entries((answer.json?.paths ?? {}) as Record<string, object>);
  const found = paths
    .filter(([path]) => path.startsWith(PREFIX))
    .flatMap(([path, item]) =>
      METHODS.filter((method) => method in item).map((method): [string, string] => [
        method.toUpperCase(),
        path,
      ]),
    );
  if (found.length === 0) throw new Error("GET /openapi.json lists no operations of workspaces");
  return found;
}

function comparable({ status, headers, json }: Answer, name: string): unknown {
  const { error_id, ...rest } = json ?? {};
  const text = JSON.stringify(rest).replaceAll(name, "NAME");
  return [status, headers["cache-control"], headers["www-authenticate"], typeof error_id, text];
}
