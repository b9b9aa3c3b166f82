import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { conflict } from "#shared/domain/errors.ts";
import { ErasureId, EXAMPLE_ID } from "#shared/domain/id.ts";
import { attachment } from "#shared/http/attachment.ts";
import { getErasure } from "#shared/store/erasures.ts";

export const downloadErasureCertificate = operation(
  {
    summary: "Download the certificate of an erasure",
    description:
      "A JSON document: what was erased and when, by whom, how many rows in each version, the objects, and when the last backup expires. It has no erased value. `rechecked_at` is null until all places were searched a second time, a quarter of an hour later. Needs the permission `data:erase`.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data:downloadErasureCertificate",
    tag: "Erasure",
    audience: "member",
    permission: "data:erase",
    needs: ["table:read"],
    query: v.object({ id: ErasureId }),
    response: {
      contentType: "application/json",
      example: { erasure_id: EXAMPLE_ID.erasure, completed_at: "2026-03-02T09:30:00.000Z" },
      description: "The certificate, as an attachment",
    },
    transport: "stream",
    errors: [404, 409],
    examples: {
      errors: {
        409: conflict(
          "erasure_not_completed",
          `The erasure ${EXAMPLE_ID.erasure} is ERASING: its certificate is made when it is COMPLETED.`,
        ),
      },
    },
  },
  async ({ workspace, query }) => {
    const { id, state, certificate } = await getErasure(workspace, query.id);
    if (certificate === null) {
      throw conflict(
        "erasure_not_completed",
        `The erasure ${id} is ${state}: its certificate is made when it is COMPLETED.`,
      );
    }
    const text = Buffer.from(`${JSON.stringify(certificate, null, 2)}\n`);
    return {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": attachment(`erasure-${id}.json`),
        "content-length": String(text.length),
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      },
      body: one(text),
    };
  },
);

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
