import { conflict } from "@pdp/basics/errors";
import * as v from "valibot";
import { ErasureId, EXAMPLE_ID } from "#shared/domain/id.ts";
import { attachment } from "#shared/http/attachment.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { getErasure } from "#shared/store/erasures.ts";

export const downloadErasureCertificate = operation(
  {
    summary: "Download the certificate of an erasure",
    description:
      "A JSON document that states what was erased, when and by whom, the number of rows in each version, the deleted objects, and when the last backup expires. It contains no erased values. `rechecked_at` is null until a second search for remaining data, 15 minutes later. Requires the permission `data:erase`.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data:downloadErasureCertificate",
    tag: "Erasure",
    audience: "member",
    role: "reader",
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
          `The erasure ${EXAMPLE_ID.erasure} is ERASING: the certificate is available once the erasure is COMPLETED.`,
        ),
      },
    },
  },
  async ({ workspace, query }) => {
    const { id, state, certificate } = await getErasure(workspace, query.id);
    if (certificate === null) {
      throw conflict(
        "erasure_not_completed",
        `The erasure ${id} is ${state}: the certificate is available once the erasure is COMPLETED.`,
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
      body: singleChunk(text),
    };
  },
);

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
