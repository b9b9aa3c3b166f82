import * as v from "valibot";
import { requireStaff } from "#shared/domain/caller.ts";
import { RevokeSessions } from "#shared/domain/user.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { revokeSessions as revoke } from "#shared/identity/revokeSessions.ts";

export const revokeSessions = operation(
  {
    summary: "Revoke all sessions of a user",
    description:
      "Revokes the sessions of the caller. Platform staff can specify another user or a machine client with `user_id`. Earlier tokens are rejected everywhere within 30 seconds. Machine clients have no sessions; their tokens are rejected if issued before this call, to the second.",
    method: "POST",
    path: "/idp:revokeSessions",
    tag: "Identity provider",
    audience: "user",
    needs: ["platform:write"],
    body: RevokeSessions,
    response: v.object({
      user_id: v.pipe(v.string(), v.examples(["user_01KJ6Z3V8N2QX5T7WB9CDEFGHJ"])),
      revoked: v.pipe(
        v.number(),
        v.description(
          "Number of revoked sessions. For a machine client: 1 if it was used since its tokens were last revoked, otherwise 0",
        ),
        v.examples([2]),
      ),
    }),
    requires: "idp",
    internal: true,
    errors: [404],
  },
  async ({ settings, caller, body }) => {
    const userId = body?.user_id ?? caller.userId;
    if (userId !== caller.userId) requireStaff(caller);
    const callerSession = userId === caller.userId ? caller.sessionId : null;
    return { user_id: userId, revoked: await revoke(settings, userId, callerSession) };
  },
);
