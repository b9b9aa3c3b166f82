import { type Answer, request } from "#test/support/http.ts";
import type { Intruder } from "./intruder.ts";
import { sendRaw } from "./intruder.ts";
import type { RequestAttack } from "./requestAttacks.ts";

const MOVES: RequestAttack[] = [
  {
    name: "the move of a foreign load",
    send: ({ post }, { loadId }) => post(`/data/load:move?id=${loadId}`, { round_id: null }),
    status: 404,
    says: "load_not_found",
  },
  {
    name: "the move of its load into a foreign round",
    send: ({ post, pendingLoadId }, { roundId }) =>
      post(`/data/load:move?id=${pendingLoadId}`, { round_id: roundId }),
    status: 404,
    says: "round_not_found",
  },
  {
    name: "the move of a foreign task",
    send: ({ post }, { loadId }) => post(`/task:move?id=${loadId}`, { round_id: null }),
    status: 404,
    says: "task_not_found",
  },
];

function manage(
  { lab, platformUrl }: Intruder,
  operation: string,
  workspace: string,
  body?: object,
): Promise<Answer> {
  const url = `${platformUrl}/v2/workspace:${operation}?id=${workspace}`;
  return request("POST", url, { token: lab.token, body });
}

const CLOSED = { mode: "CLOSED", reason: "attack" };

const FREEZES: RequestAttack[] = [
  {
    name: "the freeze of a foreign workspace",
    send: (attacker, { workspaceId }) => manage(attacker, "freeze", workspaceId, CLOSED),
    status: 403,
    says: "staff",
  },
  {
    name: "the end of a foreign freeze",
    send: (attacker, { workspaceId }) => manage(attacker, "unfreeze", workspaceId),
    status: 403,
    says: "staff",
  },
  {
    name: "the export of a foreign workspace",
    send: ({ lab }, foreign) =>
      request("POST", `${lab.regionUrl}/v2/workspace/${foreign.lab.name}/workspace:export`, {
        token: lab.token,
        body: {},
      }),
    status: 403,
    says: "workspace_forbidden",
  },
  {
    name: "the records of a foreign workspace",
    send: ({ lab }, foreign) =>
      request("GET", `${lab.regionUrl}/v2/workspace/${foreign.lab.name}/audit:list`, { token: lab.token }),
    status: 403,
    says: "workspace_forbidden",
  },
  {
    name: "a role in a foreign workspace",
    send: ({ lab }, foreign) =>
      request("POST", `${lab.regionUrl}/v2/workspace/${foreign.lab.name}/member:setRole`, {
        token: lab.token,
        body: { user_id: "user_1", role: "manager" },
      }),
    status: 403,
    says: "workspace_forbidden",
  },
];

function exchange({ lab }: Intruder, form: string, headers: Record<string, string> = {}): Promise<Answer> {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return sendRaw("POST", `${lab.regionUrl}/iceberg/v1/oauth/tokens`, form, { ...type, ...headers });
}

const SECRET = "grant_type=client_credentials&client_secret=";

const EXCHANGES: RequestAttack[] = [
  {
    name: "a form of 40,000 characters",
    send: (attacker) => exchange(attacker, `${SECRET}${"a".repeat(40_000)}`),
    status: 400,
    says: "invalid_request",
  },
  {
    name: "a form of 10,000 grants",
    send: (attacker) => exchange(attacker, "grant_type=password&".repeat(1_600)),
    status: 400,
    says: "unsupported_grant_type",
  },
  {
    name: "a token of another organization",
    send: (attacker, foreign) => {
      const [header, payload = "", signed] = attacker.lab.token.split(".");
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
      const other = Buffer.from(JSON.stringify({ ...claims, org_id: foreign.lab.orgId })).toString(
        "base64url",
      );
      return exchange(attacker, `${SECRET}${header}.${other}.${signed}`);
    },
    status: 401,
    says: "invalid",
  },
  {
    name: "a body that is not a form",
    send: (attacker) => exchange(attacker, "\u0000%%%=%ZZ&grant_type"),
    status: 400,
    says: "unsupported_grant_type",
  },
  {
    name: "an exchanged token at a foreign catalog",
    send: async (attacker, foreign) => {
      const { body } = await exchange(attacker, `${SECRET}${attacker.lab.token}`);
      return request("GET", `${attacker.lab.regionUrl}/iceberg/v1/${foreign.lab.name}/namespaces`, {
        token: body.access_token,
      });
    },
    status: 403,
    says: "workspace_forbidden",
  },
];

/** Requests to operations of managers, of staff and of other protocols that are refused before a tenant's data is read. */
export const DOOR_ATTACKS: Record<string, readonly RequestAttack[]> = {
  "moves of loads and tasks": MOVES,
  "freezes, exports, records and roles": FREEZES,
  "exchanges of tokens": EXCHANGES,
};
