import type { ErrorCode } from "#shared/domain/errorCodes.ts";
import { DomainError, type ErrorKind, type FieldProblem, type TextPosition } from "#shared/domain/errors.ts";
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

export function errorFrom({ name, message, stack, domain }: ErrorMessage): Error {
  if (domain) return new DomainError(domain.kind, domain.code, message, domain.problems, domain.position);
  const error = new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}
