/** Error response of the provider. OAuth endpoints call code and message `error` and `error_description`. */
export class IdpError extends Error {
  override readonly name = "IdpError";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function entityNotFound(what: string): IdpError {
  return new IdpError(404, "entity_not_found", `The ${what} does not exist.`);
}

export function invalidRequest(message: string): IdpError {
  return new IdpError(400, "invalid_request", message);
}
