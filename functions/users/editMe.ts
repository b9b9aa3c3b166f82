import { EditUser, toUser, User } from "#shared/domain/user.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { changeUser } from "#shared/store/users.ts";

export const editMe = operation(
  {
    summary: "Change the caller's user",
    description: "Null or an empty name restores the name from the identity provider.",
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
