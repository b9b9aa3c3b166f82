import { toUser, User } from "#shared/domain/user.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { deletePicture } from "#shared/objects/pictures.ts";
import { changeUser } from "#shared/store/users.ts";

export const deleteMyPicture = operation(
  {
    summary: "Delete the caller's picture",
    description:
      "Has no effect if no picture was uploaded. Afterwards, the identity provider's picture is shown, if there is one.",
    method: "DELETE",
    path: "/users/me/picture",
    tag: "Users",
    audience: "user",
    needs: ["platform:write", "pictures:write"],
    response: User,
    internal: true,
  },
  async ({ settings, caller }) => {
    const { before, after } = await changeUser({ settings }, caller.userId, (user) => ({
      ...user,
      picture: null,
    }));
    if (before.picture) await deletePicture({ settings }, before.picture.key);
    return toUser(after, settings.platformUrl);
  },
);
