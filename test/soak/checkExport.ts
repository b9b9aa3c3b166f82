import { sha256 } from "#test/support/transferring.ts";
import { Lost } from "./checkTable.ts";
import type { MortalWorkspace } from "./mortalPlatform.ts";

interface Export {
  id: string;
  state: string;
  errors: string[];
  export: { files: number; index: { sha256: string } } | null;
}

/** Exports a workspace, and compares its list and one of its files with their checksums. */
export async function checkExport(
  { ask }: MortalWorkspace,
  random: () => number,
): Promise<{ id: string; problem: string | null }> {
  const { id } = await ask((api) => api.post<Export>("/workspace:export"));
  for (;;) {
    const found = await ask((api) => api.get<Export>(`/workspace:getExport?id=${id}&wait_seconds=5`));
    if (found.state === "RUNNING") continue;
    if (found.export === null) return { id, problem: found.errors.join(" ") };
    const file = async (path: string): Promise<Buffer | null> => {
      const query = new URLSearchParams({ id, path });
      return ask((api) =>
        api.download(`/workspace:getExportFile?${query}`).then(
          (bytes) => Buffer.from(bytes),
          (error: { status?: number }) => {
            if (error.status === 404) return null;
            throw error;
          },
        ),
      );
    };
    const index = await file("files.jsonl");
    if (index === null) return { id, problem: "it was withdrawn by an erasure" };
    if (sha256(index) !== found.export.index.sha256) throw new Lost(`export ${id}: its list is damaged`);
    const lines = String(index).trim().split("\n");
    if (lines.length !== found.export.files) throw new Lost(`export ${id}: ${lines.length} files are listed`);
    const one = JSON.parse(lines[Math.floor(random() * lines.length)] as string);
    const content = await file(one.path);
    if (content === null) return { id, problem: "it was withdrawn by an erasure" };
    if (sha256(content) !== one.sha256) throw new Lost(`export ${id}: ${one.path} is damaged`);
    return { id, problem: null };
  }
}
