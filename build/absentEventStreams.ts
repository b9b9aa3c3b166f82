/**
 * Replaces, in functions, the event stream codec that the S3 client loads for S3 Select. No function calls an operation that
 * uses event streams.
 */
export function resolveEventStreamSerdeConfig<Configuration>(input: Configuration): Configuration {
  return input;
}

export function eventStreamSerdeProvider(): never {
  throw new Error("Functions do not include a codec for event streams");
}

export class EventStreamSerde {
  constructor() {
    throw new Error("Functions do not include a codec for event streams");
  }
}
