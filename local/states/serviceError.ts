/** Carries an error that the service answers: `code` is what the SDK names the exception. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
