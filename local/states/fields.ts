import { ServiceError } from "./serviceError.ts";

/** Request body: a JSON object. */
export type Fields = Record<string, unknown>;

const ARN = /^arn:aws[a-z-]*:states:[a-z0-9-]+:\d{12}:(stateMachine|execution):[^:]+(?::[^:]+)?$/;
/** Rejects spaces, control characters, and characters with a special meaning in ARNs, paths and patterns. */
const NAME = /^[^\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}\p{Zl}\p{Zp}]{1,80}$/u;

export function optionalText(fields: Fields, field: string): string | undefined {
  const value = fields[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw new ServiceError("ValidationException", `${field} must be a string.`);
}

export function arnOf(fields: Fields, field: "stateMachineArn" | "executionArn"): string {
  const arn = optionalText(fields, field);
  if (arn === undefined) throw new ServiceError("ValidationException", `${field} is required.`);
  const kind = field === "executionArn" ? "execution" : "stateMachine";
  if (ARN.exec(arn)?.[1] === kind) return arn;
  throw new ServiceError(
    "InvalidArn",
    `Invalid Arn: '${arn}' is not the ARN of ${kind === "execution" ? "an execution" : "a state machine"}.`,
  );
}

export function checkName(name: string): string {
  if (NAME.test(name)) return name;
  throw new ServiceError(
    "InvalidName",
    `Invalid Name: '${name}' must have 1 to 80 characters, without spaces or special characters.`,
  );
}
