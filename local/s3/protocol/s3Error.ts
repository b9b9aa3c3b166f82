/**
 * Error codes of this endpoint, with HTTP statuses and default messages (Amazon S3 API reference, "Error responses").
 */
const CODES = {
  AccessDenied: [403, "Access Denied"],
  AuthorizationHeaderMalformed: [400, "The authorization header that you provided is not valid."],
  AuthorizationQueryParametersError: [400, "The authorization query parameters are not valid."],
  BadDigest: [400, "The Content-MD5 or checksum that you specified does not match the body."],
  EntityTooLarge: [400, "Your proposed upload exceeds the maximum allowed object size."],
  EntityTooSmall: [400, "Your proposed upload is smaller than the minimum allowed object size."],
  ExpiredToken: [400, "The provided token has expired."],
  IncompleteBody: [400, "The body's length does not match its headers."],
  InternalError: [500, "An internal error occurred. Try again."],
  InvalidAccessKeyId: [403, "The access key ID that you provided does not exist in our records."],
  InvalidArgument: [400, "Invalid argument."],
  InvalidBucketName: [400, "The specified bucket is not valid."],
  InvalidDigest: [400, "The Content-MD5 or checksum value that you specified is not valid."],
  InvalidPart: [400, "One or more of the specified parts could not be found, or its ETag does not match."],
  InvalidPartOrder: [400, "The list of parts was not in ascending order."],
  InvalidRange: [416, "The requested range is not satisfiable"],
  InvalidRequest: [400, "Invalid request."],
  InvalidURI: [400, "Couldn't parse the specified URI."],
  InvalidToken: [400, "The provided token is malformed or otherwise not valid."],
  KeyTooLongError: [400, "Your key is too long."],
  MalformedXML: [400, "The XML that you provided was not well-formed or did not validate."],
  MetadataTooLarge: [400, "Your metadata headers exceed the maximum allowed metadata size."],
  MissingContentLength: [411, "You must provide the Content-Length HTTP header."],
  NoSuchBucket: [404, "The specified bucket does not exist."],
  NoSuchKey: [404, "The specified key does not exist."],
  NoSuchUpload: [404, "The specified multipart upload does not exist."],
  NotImplemented: [501, "A header or parameter requests a feature that this endpoint does not support."],
  PreconditionFailed: [412, "At least one of the preconditions that you specified did not hold."],
  RequestTimeTooSkewed: [403, "The difference between the request time and the server's time is too large."],
  StorageFull: [507, "This endpoint's disk is full."],
  SignatureDoesNotMatch: [
    403,
    "The request signature that the server calculated is not the one you provided.",
  ],
  XAmzContentSHA256Mismatch: [400, "The x-amz-content-sha256 header does not match the hash of the body."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type S3ErrorCode = keyof typeof CODES;

/** Error response to a client, sent as an S3 XML error document. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  readonly code: S3ErrorCode;
  readonly status: number;

  constructor(code: S3ErrorCode, message?: string) {
    super(message ?? CODES[code][1]);
    this.code = code;
    this.status = CODES[code][0];
  }
}
