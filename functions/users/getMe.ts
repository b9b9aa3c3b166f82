import { Me, toUser } from "#shared/domain/user.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { readCallingUser } from "#shared/http/readCallingUser.ts";

export const getMe = operation(
  {
    summary: "Get the caller's user",
    method: "GET",
    path: "/users/me",
    tag: "Users",
    audience: "user",
    needs: ["platform:read"],
    response: Me,
    internal: true,
  },
  async ({ settings, caller }) => ({
    ...toUser(await readCallingUser(settings, caller), settings.platformUrl),
    ...(caller.isStaff && { is_staff: true as const }),
  }),
);
