/** Lets the browser save what a stream brings, once all of it is there. It is kept on disk where it is large. */
export async function saveStream(
  name: string,
  type: string,
  content: ReadableStream<Uint8Array>,
): Promise<void> {
  saveFile(name, type, await new Response(content).blob());
}

/** Lets the browser save a file under a name. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
