/** Lets the browser save the content of a stream when it is complete. Large content is buffered on disk. */
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
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
