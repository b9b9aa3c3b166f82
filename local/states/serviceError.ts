import { CodedError } from "../codedError.ts";
/** Error response of the service: `code` is the exception name in the SDK. */
export class ServiceError extends CodedError {
  override readonly name = "ServiceError";
}
