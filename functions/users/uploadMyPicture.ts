import { DomainError, invalidField } from "@pdp/basics/errors";
import * as v from "valibot";
import { toUser, User } from "#shared/domain/user.ts";
import { imageType } from "#shared/http/imageType.ts";
import { readUpload } from "#shared/http/multipart.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { deletePicture, newPictureKey, putPicture } from "#shared/objects/pictures.ts";
import { newId } from "#shared/runtime/ids.ts";
import { changeUser } from "#shared/store/users.ts";

const MAX_PICTURE_BYTES = 4 * 1024 * 1024;
/** Maximum size of multipart framing. */
const FRAMING_BYTES = 64 * 1024;

export const uploadMyPicture = operation(
  {
    summary: "Upload the caller's picture",
    description:
      "Accepts PNG, JPEG, WebP or GIF, detected from the content, at most 4 MB. It replaces the previous picture. Anyone who knows its URL can view it.",
    method: "POST",
    path: "/users/me/picture",
    tag: "Users",
    audience: "user",
    needs: ["platform:write", "pictures:write"],
    form: v.object({
      file: v.pipe(
        v.any(),
        v.metadata({ jsonSchema: { type: "string", format: "binary" } }),
        v.examples(["(the bytes of portrait.png)"]),
      ),
    }),
    response: User,
    transport: "upload",
    internal: true,
    errors: [400, 413, 415],
  },
  async ({ settings, caller, headers, stream }) => {
    if (Number(headers["content-length"] ?? 0) > MAX_PICTURE_BYTES + FRAMING_BYTES) throw pictureTooLarge();
    const { file } = await readUpload(headers, stream, MAX_PICTURE_BYTES, async (content) =>
      Buffer.concat(await content.toArray()),
    ).catch((error: unknown) => {
      throw error instanceof DomainError && error.kind === "too_large" ? pictureTooLarge() : error;
    });
    const contentType = imageType(file.stored);
    if (!contentType) {
      throw invalidField(["body", "file"], "The file is not a PNG, JPEG, WebP or GIF image");
    }
    const picture = { file_id: newId(), key: newPictureKey(), content_type: contentType };
    await putPicture({ settings }, caller.userId, picture, file.stored);
    const { before, after } = await changeUser({ settings }, caller.userId, (user) => ({
      ...user,
      picture,
    })).catch(async (error: unknown) => {
      await deletePicture({ settings }, picture.key);
      throw error;
    });
    if (before.picture) await deletePicture({ settings }, before.picture.key);
    return toUser(after, settings.platformUrl);
  },
);

function pictureTooLarge(): DomainError {
  return new DomainError(
    "too_large",
    "picture_too_large",
    "A picture must not exceed 4 MB. Nothing was stored.",
  );
}
