/** Returns the error for a file that was changed, moved or deleted after it was chosen; null if it can still be read. */
export async function changedFile(file: File): Promise<Error | null> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return null;
  } catch {
    return new Error(
      `${file.name} was changed, moved or deleted after you chose it, and the browser can no longer read it. Choose it again.`,
    );
  }
}
