import type { Readable } from "node:stream";
import { DomainError } from "@pdp/basics/errors";
import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { ProjectId } from "#shared/domain/id.ts";
import {
  FilePreview,
  MAX_PREVIEW_BYTES,
  missingWordsIn,
  PreviewedHeaderRow,
  PreviewedMissingWords,
  PreviewedPositions,
  PreviewedReference,
  PreviewedSheet,
} from "#shared/domain/loads/filePreview.ts";
import { previewReferences } from "#shared/history/previewReferences.ts";
import { readUpload } from "#shared/http/multipart.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { runPreview } from "#shared/jobs/previewContent.ts";

/** Minimum size, in bytes, of text that is assumed to be the beginning of a longer file, unless the file's size is given. */
const CUT_BYTES = 1_000_000;
const FRAMING_BYTES = 64 * 1024;
const EXAMPLE = "mutations,sequence,Tm (°C)\nS238A,MNFPRASRLMQ,58.9\n";

export const previewData = operation(
  {
    summary: "Preview a file without storing it",
    description:
      "Works like `load:previewFile`, but does not store the file. Send the file as the form part `file`, or as a body with any media type, at most 4 MB. For text files, the first bytes are sufficient. Workbooks and Parquet files must be complete; preview larger ones with `load:previewFile`. Text of less than 1,000,000 bytes is treated as a complete file unless `size` specifies a different size.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data:preview",
    tag: "Data loads",
    audience: "member",
    role: "scientist",
    needs: ["table:read", "duckdb"],
    query: v.object({
      filename: v.pipe(
        optional(v.pipe(v.string(), v.maxLength(1_000, "String should have at most 1000 characters"))),
        v.description("File name to use in problem reports. Defaults to the form's file name"),
        v.examples(["plate-07.csv"]),
      ),
      size: v.pipe(
        optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, "Input should be an integer"))),
        v.description("Size of the whole file in bytes"),
        v.examples(["48213"]),
      ),
      sheet: PreviewedSheet,
      header_row: PreviewedHeaderRow,
      missing_values: PreviewedMissingWords,
      project_id: v.pipe(
        optional(ProjectId),
        v.description("Project that contains the references for mutations in the file"),
      ),
      reference: PreviewedReference,
      positions: PreviewedPositions,
    }),
    form: v.object({
      file: v.pipe(
        v.any(),
        v.metadata({ jsonSchema: { type: "string", format: "binary" } }),
        v.description("The file, or the first bytes of a text file; at most 4 MB"),
        v.examples([EXAMPLE]),
      ),
    }),
    response: FilePreview,
    transport: "upload",
    rawFileExample: EXAMPLE,
    passesApi: true,
    errors: [400, 404, 413],
  },
  async ({ workspace, query, headers, stream, signal }) => {
    if (Number(headers["content-length"] ?? 0) > MAX_PREVIEW_BYTES + FRAMING_BYTES) throw tooLarge();
    const references = await previewReferences(workspace, query.project_id, query.reference);
    // The body is not read until a slot is free.
    const leave = await workspace.settings.isolation?.enter("preview", workspace, signal);
    try {
      const { bytes, filename } = await readFile(headers, stream);
      const name = query.filename ?? filename ?? "file";
      const isCut = query.size === null ? bytes.length >= CUT_BYTES : bytes.length < Number(query.size);
      const headerRow = query.header_row === null ? null : Number(query.header_row);
      const content = { bytes: bytes.toString("base64"), isCut };
      return await runPreview(
        workspace,
        {
          name,
          sheet: query.sheet,
          headerRow,
          missing: missingWordsIn(query.missing_values),
          content,
          hints: { references, positions: query.positions },
        },
        signal,
      );
    } finally {
      await leave?.();
    }
  },
);

/** Reads the file from the form, or the body itself. */
async function readFile(
  headers: Record<string, string | undefined>,
  stream: Readable,
): Promise<{ bytes: Buffer; filename: string | null }> {
  if (!/^multipart\/form-data\b/i.test(headers["content-type"] ?? "")) {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_PREVIEW_BYTES) throw tooLarge();
    }
    return { bytes: Buffer.concat(chunks), filename: null };
  }
  const { file } = await readUpload(headers, stream, MAX_PREVIEW_BYTES, async (content) =>
    Buffer.concat(await content.toArray()),
  ).catch((error: unknown) => {
    throw error instanceof DomainError && error.kind === "too_large" ? tooLarge() : error;
  });
  return { bytes: file.stored, filename: file.filename };
}

function tooLarge(): DomainError {
  return new DomainError(
    "too_large",
    "preview_too_large",
    "A preview accepts at most 4,194,304 bytes. For text files, send only the first megabyte (head -c 1000000) and set the parameter size to the size of the whole file. For larger workbooks or Parquet files, upload the file to a load and preview it with load:previewFile.",
  );
}
