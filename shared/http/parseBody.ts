import type { MiddlewareObj } from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import { DomainError } from "#shared/domain/errors.ts";
import type { ApiEvent } from "./apiEvent.ts";

/** The largest JSON body, in bytes. */
export const LARGEST_BODY = 1024 * 1024;

const JSON_TYPE = /^application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i;

/** Reads a JSON body where one was sent; an operation without a body ignores what comes. */
export function parseBody(takesBody: boolean): MiddlewareObj<ApiEvent> {
  const parser = httpJsonBodyParser({ disableContentTypeCheck: true });
  return {
    before: async (request) => {
      const { event } = request;
      if (!takesBody || event.body === null || event.body === "") {
        event.body = null;
        return;
      }
      const bytes = Buffer.byteLength(event.body, event.isBase64Encoded ? "base64" : "utf8");
      if (bytes > LARGEST_BODY) {
        throw new DomainError("too_large", "body_too_large", "A JSON body may have at most 1 MB.");
      }
      const type = event.headers["content-type"];
      if (type !== undefined && !JSON_TYPE.test(type.trim())) throw wrongType(type);
      try {
        await parser.before?.(request as never);
      } catch (error) {
        throw malformed(error);
      }
    },
  };
}

function wrongType(type: string): DomainError {
  return new DomainError(
    "unsupported_media_type",
    "unsupported_media_type",
    `The body was sent as ${type.slice(0, 100)}: send JSON, with the header Content-Type: application/json.`,
  );
}

function malformed(error: unknown): unknown {
  if (typeof (error as { statusCode?: unknown }).statusCode !== "number") return error;
  const { cause } = error as { cause?: { message?: unknown } };
  const reason = typeof cause?.message === "string" ? ` ${cause.message.slice(0, 200)}` : "";
  return new DomainError("malformed", "invalid_json", `The body is not valid JSON.${reason}`);
}
