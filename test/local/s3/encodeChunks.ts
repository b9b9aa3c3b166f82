/** Content in aws-chunked encoding, with a trailer. */
export function encodeChunks(chunks: readonly Uint8Array[], trailers: Record<string, string>): Buffer {
  const encoded = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from("\r\n"),
  ]);
  const lines = Object.entries(trailers).map(([name, value]) => `${name}:${value}\r\n`);
  return Buffer.concat([...encoded, Buffer.from(`0\r\n${lines.join("")}\r\n`)]);
}
