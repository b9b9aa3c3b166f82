import {
  DomainError,
  ERROR_KINDS,
  type ErrorCode,
  type ErrorKind,
  type FieldProblem,
  type TextPosition,
} from "@pdp/basics/errors";
import * as v from "valibot";
import type { Environment } from "#shared/runtime/environment.ts";
import type { Region } from "#shared/runtime/environmentVariables.ts";

/** Work for a worker process, which gets one piece at a time. */
export type WorkRequest = {
  id: number;
  /** Settings of the endpoint to which the work belongs, and credentials for the objects of its workspace. */
  environment: Environment;
} & (
  | { type: "job"; name: string; workspace: { id: string; region: Region; name?: string }; input: unknown }
  | { type: "step"; name: string; payload: unknown }
);

/** Message from the platform to a worker process. */
export type WorkerCommand = WorkRequest | { type: "cancel"; id: number };

/** Arguments of a worker process after its folder. */
export const WORKER_ARGUMENT = {
  /** Load the query code before the first work. */
  warm: "warm",
} as const;

/** Error in a message between two processes. */
export interface ErrorMessage {
  name: string;
  message: string;
  stack?: string | undefined;
  domain?: {
    kind: ErrorKind;
    code: ErrorCode;
    problems: readonly FieldProblem[];
    position?: TextPosition | undefined;
  };
}

export function errorMessage(error: unknown): ErrorMessage {
  if (error instanceof DomainError) {
    const { name, message, kind, code, problems, position } = error;
    return { name, message, domain: { kind, code, problems, position } };
  }
  if (error instanceof Error) return { name: error.name, message: error.message, stack: error.stack };
  return { name: "Error", message: String(error) };
}

const Position = v.object({ line: v.number(), column: v.number() });
const Problem = v.looseObject({
  loc: v.array(v.union([v.string(), v.number()])),
  msg: v.string(),
  type: v.string(),
});
const ReceivedError = v.object({
  name: v.string(),
  message: v.string(),
  stack: v.optional(v.string()),
  domain: v.optional(
    v.object({
      kind: v.picklist(ERROR_KINDS),
      code: v.custom<ErrorCode>((code) => typeof code === "string"),
      problems: v.array(Problem),
      position: v.optional(Position),
    }),
  ),
});

/** Returns the error in a message of a process whose memory a tenant's input may have corrupted. Throws if it contains none. */
export function errorFrom(received: unknown): Error {
  const { name, message, stack, domain } = v.parse(ReceivedError, received);
  if (domain) return new DomainError(domain.kind, domain.code, message, domain.problems, domain.position);
  const error = new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}
