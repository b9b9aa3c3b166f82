import * as v from "valibot";
import { revokeSessions as revoke } from "#shared/access/revokeSessions.ts";
import { operation } from "#shared/api/operation.ts";
import { requireStaff } from "#shared/domain/caller.ts";
import { RevokeSessions } from "#shared/domain/user.ts";

export const revokeSessions = operation(
  {
    summary: "Revoke all sessions of a user",
    description:
      "Revokes the sessions of the caller, or of another user or a machine named by `user_id`, which is for platform staff. Tokens that were issued until then are refused, everywhere within 30 seconds; for a machine, which has no sessions, to the second.",
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
          "How many sessions there were to revoke; for a machine 1 where it was used since its tokens were last revoked, else 0",
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
    const own = userId === caller.userId ? caller.sessionId : null;
    return { user_id: userId, revoked: await revoke(settings, userId, own) };
  },
);
