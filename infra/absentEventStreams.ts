/**
 * Replaces, in functions, the codec of event streams, which S3's client loads for S3 Select. No function calls an
 * operation with an event stream.
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
