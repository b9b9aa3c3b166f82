import { type Check, NotRun } from "../check.ts";
import { expectAnswer, expectEqual } from "../expect.ts";
import { type Answer, send } from "../send.ts";
import type { SmokeLab } from "../smokeLab.ts";

/** Operation methods; a path in the document also has other fields. */
const METHODS = ["get", "post", "patch", "delete"];
const PREFIX = "/v2/workspace/{workspace}/";

/** Checks requests from non-members, sent without IDs and bodies: access is refused before anything else is validated. */
export const nonMembers: Check = {
  summary:
    "every operation of a workspace refuses another workspace's member with 403, in the words for one that does not exist",
  run: async (lab) => {
    const token = lab.options.memberToken ?? lab.own.memberToken;
    if (token === null) {
      throw new NotRun("needs --member-token: a token of somebody of another workspace, who is not staff");
    }
    const { origin, name, signal } = lab.other;
    const nowhere = `${name}-not`;
    const operations = await memberOperations(lab);
    for (const [method, path] of operations) {
      const to = (workspace: string) =>
        send({ method, origin, path: path.replace("{workspace}", workspace), token, signal });
      const [here, there] = await Promise.all([to(name), to(nowhere)]);
      const what = `${method} ${path} by somebody who is not a member`;
      expectAnswer(what, here, 403, "workspace_forbidden");
      expectEqual(what, comparable(here, name), comparable(there, nowhere));
    }
    const who = lab.options.memberToken === null ? "a member of the first workspace" : "the given member";
    return `${operations.length} operations, asked by ${who}`;
  },
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
