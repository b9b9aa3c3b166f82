import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { DomainError, invalidField } from "@pdp/basics/errors";
import busboy from "busboy";
import { unknownField } from "./unknownFields.ts";
import { notValid } from "./validate.ts";

/**
 * Maximum length of a Content-Type. A boundary has at most 70 characters (RFC 2046); longer ones make the parser's comparison
 * expensive if a body arrives byte by byte.
 */
const MAX_CONTENT_TYPE_CHARACTERS = 300;

export interface UploadedFile<T> {
  /** File name sent by the client, without a path. */
  filename: string | null;
  /** Result of `store`. */
  stored: T;
}

export interface Upload<T> {
  fields: Record<string, string>;
  file: UploadedFile<T>;
}

/**
 * Reads a multipart upload with one part named `file`, and passes the bytes of that part to `store` as they arrive. The other
 * fields in `known` may precede or follow it. Rejects with 415, 400, 413 or 422; the stream passed to `store` is then destroyed, so that
 * the receiver can clean up.
 */
export async function readUpload<T>(
  headers: Record<string, string | undefined>,
  body: Readable,
  largest: number,
  store: (content: Readable) => Promise<T>,
  known: readonly string[] = [],
): Promise<Upload<T>> {
  // A stream that is already closed emits no more events.
  if (body.destroyed && !body.readableEnded) throw uploadAborted();
  const parser = createParser(headers, largest);
  const fields: Record<string, string> = Object.create(null);
  let file: { filename: string | null; stored: Promise<T> } | undefined;
  let failed = false;
  const fail = (error: Error): void => {
    failed = true;
    body.unpipe(parser);
    parser.destroy(error);
  };
  parser.on("field", (name, value) => {
    if (known.includes(name)) {
      if (name in fields && !failed) fail(givenTwice(name));
      fields[name] = value;
    } else if (value !== "" && !failed) fail(notValid([unknownField(["body", name])]));
  });
  parser.on("file", (name, content, info) => {
    if (failed || name !== "file" || file) {
      content.on("error", () => undefined).resume();
      // A file destroyed inside the parser would never end, because the parser finishes its chunk first; the file is drained
      // instead.
      if (!failed) fail(oneFileOnly(name));
      return;
    }
    content.once("limit", () => content.destroy(fileTooLarge(largest)));
    content.once("error", fail);
    const stored = store(content);
    stored.catch(fail);
    file = { filename: info.filename || null, stored };
  });
  for (const limit of ["partsLimit", "fieldsLimit", "filesLimit"] as const) {
    parser.on(limit, () =>
      fail(new DomainError("malformed", "too_many_parts", "The form has too many parts.")),
    );
  }
  body.once("error", (error) => fail(error instanceof DomainError ? error : uploadAborted()));
  body.once("close", () => {
    if (!body.readableEnded) fail(uploadAborted());
  });
  body.pipe(parser);
  try {
    await finished(parser, { readable: false });
    if (!file) throw invalidField(["body", "file"], "Field required");
    return { fields, file: { filename: file.filename, stored: await file.stored } };
  } catch (error) {
    await file?.stored.catch(() => undefined);
    throw toDomainError(error);
  }
}

function createParser(headers: Record<string, string | undefined>, largest: number) {
  const type = headers["content-type"] ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new DomainError(
      "unsupported_media_type",
      "unsupported_media_type",
      "Send the file as multipart/form-data in a part named file (curl: -F file=@variants.csv).",
    );
  }
  if (type.length > MAX_CONTENT_TYPE_CHARACTERS) {
    const sentence = `The Content-Type has more than ${MAX_CONTENT_TYPE_CHARACTERS} characters, but a boundary can have at most 70.`;
    throw new DomainError("malformed", "invalid_multipart", sentence);
  }
  try {
    return busboy({
      headers: headers as Record<string, string>,
      // One extra byte, so that a file of exactly the limit is not rejected.
      limits: { fileSize: largest + 1, files: 2, fields: 20, fieldSize: 100_000, parts: 25 },
      defParamCharset: "utf8",
    });
  } catch {
    throw new DomainError("malformed", "invalid_multipart", "The multipart body has no boundary.");
  }
}

function oneFileOnly(name: string): DomainError {
  return invalidField(["body", name], "Expected exactly one file in a part named file");
}

function givenTwice(name: string): DomainError {
  return invalidField(["body", name], "Input should be given only once");
}

export function uploadAborted(): DomainError {
  return new DomainError("malformed", "upload_aborted", "The upload ended too early.");
}

export function fileTooLarge(largest: number): DomainError {
  return new DomainError(
    "too_large",
    "file_too_large",
    `The file is larger than ${largest / 1024 / 1024} MB. Split it and upload the parts. Nothing was stored.`,
  );
}

function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  if (error instanceof Error && /form|boundary|multipart|header/i.test(error.message)) {
    return new DomainError("malformed", "invalid_multipart", "The body is not a complete multipart form.");
  }
  return error;
}
