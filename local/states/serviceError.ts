/** Error response of the service: `code` is the exception name in the SDK. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
