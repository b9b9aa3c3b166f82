import { operation } from "#shared/api/operation.ts";
import { EditUser, toUser, User } from "#shared/domain/user.ts";
import { changeUser } from "#shared/store/users.ts";

export const editMe = operation(
  {
    summary: "Change the caller's user",
    description: "A name of null, or an empty one, is again the one that the identity provider knows.",
    method: "PATCH",
    path: "/users/me",
    tag: "Users",
    audience: "user",
    needs: ["platform:write"],
    body: EditUser,
    response: User,
    internal: true,
  },
  async ({ settings, caller, body }) => {
    const { after } = await changeUser({ settings }, caller.userId, (user) =>
      body.name === undefined ? user : { ...user, chosen_name: body.name },
    );
    return toUser(after, settings.platformUrl);
  },
);
