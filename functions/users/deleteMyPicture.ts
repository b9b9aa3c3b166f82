import { operation } from "#shared/api/operation.ts";
import { toUser, User } from "#shared/domain/user.ts";
import { deletePicture } from "#shared/lake/pictures.ts";
import { changeUser } from "#shared/store/users.ts";

export const deleteMyPicture = operation(
  {
    summary: "Delete the caller's picture",
    description:
      "Without an uploaded picture, nothing changes. The identity provider's picture, if any, is shown again.",
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
