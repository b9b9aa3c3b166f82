import { useWorkspace } from "../../lab.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Reading } from "../../parts/reading.tsx";
import { useResource } from "../../resource.ts";

interface ExplainQueryProps {
  sql: string;
  asOf: string | null;
  onClose: () => void;
}

/** Dialog that shows what a query reads, without running it. */
export function ExplainQuery({ sql, asOf, onClose }: ExplainQueryProps) {
  const workspace = useWorkspace();
  const read = useResource(`explain ${workspace.name} ${asOf} ${sql}`, async () => {
    const result = await workspace.query<Record<string, string>>(
      `EXPLAIN ${sql}`,
      asOf === null ? {} : { asOf },
    );
    return (await result.rows()).flatMap((row) => Object.values(row)).join("\n");
  });
  return (
    <Dialog label="What the query reads" onClose={onClose}>
      <h2>What the query reads</h2>
      <Reading of={read} label="Reading the plan">
        {(plan) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by key
          <pre class="scroll" tabIndex={0}>
            {plan}
          </pre>
        )}
      </Reading>
      <div class="row">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
