import * as v from "valibot";
import { DomainError, invalidField } from "#shared/basics/errors/errors.ts";
import { text } from "#shared/basics/schemas/textFields.ts";
import { ArtifactId } from "#shared/domain/id.ts";
import { attachment } from "#shared/http/attachment.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { Redirect } from "#shared/http/operations/redirect.ts";
import { seeOther } from "#shared/http/seeOther.ts";
import { openWithSize } from "#shared/objects/objects.ts";
import { presignedUrl } from "#shared/objects/presignedUrl.ts";
import { getArtifact } from "#shared/store/artifacts.ts";

export const downloadArtifact = operation(
  {
    summary: "Download an artifact",
    description:
      "The stored payload: a report as JSON or as an HTML page (`format=html`), or a model as a file. The HTML page works without network access.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/artifact:download",
    tag: "Artifacts",
    audience: "member",
    needs: ["table:read", "lake:read"],
    query: v.object({
      id: ArtifactId,
      format: v.pipe(
        v.optional(text(1, 20)),
        v.description("`json` (default) or `html` for a report, `model` for a model"),
        v.examples(["html"]),
      ),
      redirect: Redirect,
    }),
    redirects: true,
    response: {
      contentType: "application/octet-stream",
      alsoContentTypes: {
        "application/json": {
          title: "Data analysis",
          summary: "96 rows with 94 distinct sequences",
          sections: [],
        },
        "text/html": "<!doctype html><title>Data analysis</title>",
      },
      description: "The payload, as an attachment",
    },
    transport: "stream",
    errors: [404],
  },
  async ({ workspace, query }) => {
    const { payloads, erased_at } = await getArtifact(workspace, query.id);
    if (erased_at !== undefined) {
      const sentence = `The artifact ${query.id} was created from rows that were later erased. It was deleted at ${erased_at}.`;
      throw new DomainError("not_found", "artifact_erased", sentence);
    }
    const format = query.format ?? (payloads.json ? "json" : "model");
    const payload = Object.hasOwn(payloads, format) ? payloads[format] : undefined;
    if (!payload) {
      const known = Object.keys(payloads).sort().join(" or ");
      throw invalidField(["query", "format"], `This artifact is available only as ${known}`, format);
    }
    const headers = {
      "content-type": payload.content_type,
      "content-disposition": attachment(payload.filename),
      "content-security-policy": "sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    };
    if (query.redirect) return seeOther(await presignedUrl(workspace, payload.key, headers));
    const { size, body } = await openWithSize(workspace, payload.key);
    return { headers: { ...headers, "content-length": String(size) }, body };
  },
);
