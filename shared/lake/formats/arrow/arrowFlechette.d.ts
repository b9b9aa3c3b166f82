// flechette's stream encoder is not in its published typings; the package has no `exports` map, so it can be imported.
declare module "@uwdata/flechette/src/encode/encode-ipc.js" {
  import type { CompressionType_, Field } from "@uwdata/flechette";

  export interface EncodedBatch {
    byteLength: number;
    nodes: readonly { length: number; nullCount: number }[];
    regions: readonly { offset: number; length: number }[];
    variadic: readonly number[];
    buffers: readonly Uint8Array[];
  }

  export interface ByteSink {
    write(bytes: Uint8Array): void;
  }

  export function encodeIPC(
    data: { schema?: { fields: readonly Field[] }; records?: readonly EncodedBatch[] },
    options: { sink: ByteSink; codec?: CompressionType_ },
  ): ByteSink;
}
