import type { QueryFailure } from "#shared/domain/queries/query.ts";
import { type NamedError, namedError } from "./errorNames.ts";

/** Query error, as described by Trino's protocol. */
export interface ClientError {
  message: string;
  errorCode: number;
  errorName: string;
  errorType: NamedError["type"];
  errorLocation?: { lineNumber: number; columnNumber: number };
  failureInfo: { type: string; message: string; suppressed: never[]; stack: never[]; errorInfo: object };
}

export function clientError({ code, detail, position }: QueryFailure): ClientError {
  const { code: errorCode, name: errorName, type: errorType } = namedError({ code, detail });
  const errorInfo = { code: errorCode, name: errorName, type: errorType };
  return {
    message: detail,
    errorCode,
    errorName,
    errorType,
    ...(position && { errorLocation: { lineNumber: position.line, columnNumber: position.column } }),
    failureInfo: { type: code, message: detail, suppressed: [], stack: [], errorInfo },
  };
}
