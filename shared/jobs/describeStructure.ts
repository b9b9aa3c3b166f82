import { randomUUID } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { readStructure } from "@pdp/formats/proteins";
import { UnreadableText } from "@pdp/formats/text";

import {
  type StructureSummary,
  type SummaryReference,
  structureSummary,
} from "#shared/domain/structures/structureSummary.ts";
import { artifactPayloadKey, artifactUploadKey } from "#shared/objects/keys.ts";
import { openIfPresent, putBytes } from "#shared/objects/objects.ts";
import type { Job } from "#shared/runtime/scope.ts";
import { UncheckableFile } from "./checkUpload.ts";

/** Maximum size of a structure file, in bytes, uncompressed. */
const MAX_STRUCTURE_BYTES = 64 * 1024 * 1024;
/** Part of a file that shows its format. */
const HEAD_BYTES = 64 * 1024;
const TOO_LARGE = "it is larger than 64 MB";

export interface StructureInput {
  artifactId: string;
  references: readonly SummaryReference[];
}

/** Summary and stored file of a structure, why the file cannot be used, or that another request has read it. */
export type StructureOutcome =
  | { summary: StructureSummary; key: string; filename: string; bytes: number }
  | { problem: string }
  | "GONE";

/** Reads an uploaded structure, and stores the file, uncompressed, where nobody can change it. */
export const describeStructure: Job<StructureInput, StructureOutcome> = {
  name: "describeStructure",
  kind: "check",
  run: async (scope, { artifactId, references }) => {
    const upload = await openIfPresent(scope, artifactUploadKey(scope.id, artifactId));
    if (upload === null) return "GONE";
    const { size, body } = upload;
    if (size > MAX_STRUCTURE_BYTES) {
      body.destroy();
      return { problem: `The structure cannot be read: ${TOO_LARGE}.` };
    }
    const sent = Buffer.concat(await body.toArray());
    try {
      const content = unpacked(sent);
      const summary = structureSummary(await readStructure([content]), references);
      const filename = /^data_/im.test(content.subarray(0, HEAD_BYTES).toString())
        ? "structure.cif"
        : "structure.pdb";
      const key = artifactPayloadKey(scope.id, artifactId, `${randomUUID()}-${filename}`);
      await putBytes(scope, key, content, "text/plain; charset=utf-8");
      return { summary, key, filename, bytes: content.length };
    } catch (error) {
      if (error instanceof UnreadableText)
        return { problem: `The structure cannot be read: ${error.message}.` };
      throw error;
    }
  },
  stopped: (reason) => new UncheckableFile(reason),
};

/** Unpacks a file that is compressed with gzip. */
function unpacked(content: Buffer): Buffer {
  if (content[0] !== 0x1f || content[1] !== 0x8b) return content;
  try {
    return gunzipSync(content, { maxOutputLength: MAX_STRUCTURE_BYTES });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw new UnreadableText(isLarge ? TOO_LARGE : "the compressed file is damaged");
  }
}
