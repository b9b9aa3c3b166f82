import { operation } from "#shared/api/operation.ts";
import { shownUser, User } from "#shared/domain/user.ts";
import { callingUser } from "#shared/http/callingUser.ts";

export const getMe = operation(
  {
    summary: "Get the caller's user",
    method: "GET",
    path: "/users/me",
    tag: "Users",
    audience: "user",
    needs: ["platform:read"],
    response: User,
    internal: true,
  },
  async ({ settings, caller }) => shownUser(await callingUser(settings, caller), settings.platformUrl),
);
