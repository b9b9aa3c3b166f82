import { notFound } from "@pdp/basics/errors";
import { PictureQuery } from "#shared/domain/user.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { isPictureShown } from "#shared/identity/isPictureShown.ts";
import { deletePicture, openPicture } from "#shared/objects/pictures.ts";

export const getPicture = operation(
  {
    summary: "Get a user's picture",
    description:
      "The URL is the user's `picture` field. It requires no token and cannot be guessed. A picture is deleted together with its user.",
    method: "GET",
    path: "/users/picture",
    tag: "Users",
    audience: "open",
    needs: ["platform:read", "pictures:read", "pictures:write"],
    query: PictureQuery,
    response: {
      contentType: "image/*",
      // Some client generators know no images.
      alsoContentTypes: { "application/octet-stream": undefined },
      description: "The image",
    },
    transport: "stream",
    internal: true,
    errors: [404],
  },
  async ({ settings, query }) => {
    const picture = await openPicture({ settings }, query.key);
    if (!picture) throw notFound("picture", query.key);
    if (!(await isPictureShown(settings, picture.userId, query.key))) {
      picture.content.destroy();
      await deletePicture({ settings }, query.key);
      throw notFound("picture", query.key);
    }
    return {
      headers: {
        "content-type": picture.contentType,
        "content-length": String(picture.size),
        "cache-control": "private, max-age=86400, immutable",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      },
      body: picture.content,
    };
  },
);
