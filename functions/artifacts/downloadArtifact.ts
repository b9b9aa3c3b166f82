import { conflict, DomainError, invalidField } from "@pdp/basics/errors";
import { text } from "@pdp/basics/schemas";
import * as v from "valibot";
import { ArtifactId } from "#shared/domain/id.ts";
import { type Artifact, STRUCTURE } from "#shared/domain/tasks/artifact.ts";
import { attachment } from "#shared/http/attachment.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { Redirect } from "#shared/http/operations/redirect.ts";
import { seeOther } from "#shared/http/seeOther.ts";
import { settleStructure } from "#shared/jobs/settleStructure.ts";
import { openWithSize } from "#shared/objects/objects.ts";
import { presignedUrl } from "#shared/objects/presignedUrl.ts";
import { getArtifact } from "#shared/store/artifacts.ts";

const DEFAULT_FORMATS = ["json", "model", "structure"];

export const downloadArtifact = operation(
  {
    summary: "Download an artifact",
    description:
      "The stored payload: a report as JSON or as an HTML page (`format=html`), a model as a file, or the file of a structure. The HTML page works without network access.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/artifact:download",
    tag: "Artifacts",
    audience: "member",
    role: "reader",
    needs: ["table:write", "lake:write"],
    query: v.object({
      id: ArtifactId,
      format: v.pipe(
        v.optional(text(1, 20)),
        v.description(
          "`json` (default) or `html` for a report, `model` for a model, `structure` for a structure",
        ),
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
    errors: [404, 409],
  },
  async ({ workspace, query, signal }) => {
    const artifact = await settleStructure(workspace, await getArtifact(workspace, query.id), signal);
    const { payloads, erased_at } = artifact;
    if (erased_at !== undefined) {
      const sentence = `The artifact ${query.id} was created from rows that were later erased. It was deleted at ${erased_at}.`;
      throw new DomainError("not_found", "artifact_erased", sentence);
    }
    if (artifact.type === STRUCTURE && !payloads.structure) throw notReady(artifact);
    const format = query.format ?? DEFAULT_FORMATS.find((known) => payloads[known]) ?? "model";
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

function notReady({ id, data }: Artifact): DomainError {
  const reason =
    typeof data.problem === "string"
      ? data.problem
      : "Upload its file first, to the address in `upload_url`.";
  return conflict("structure_not_ready", `The structure ${id} has no file that can be read. ${reason}`);
}
