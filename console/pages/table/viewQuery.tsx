import { useState } from "preact/hooks";
import { useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Card } from "../../parts/card.tsx";
import { say } from "../../parts/toast.tsx";
import { readAgain } from "../../resource.ts";

/** Query of a view. Users can edit it, or save it again so that it reads the tables that currently have the names it uses. */
export function ViewQuery({ reference, query }: { reference: string; query: string }) {
  const workspace = useWorkspace();
  const [text, setText] = useState(query);
  const save = async () => {
    await workspace.updateTable(reference, { query: text });
    readAgain();
    say(`The query of ${reference} was saved. It reads the tables that currently have these names.`);
  };
  return (
    <Card
      title="Query of this view"
      id="query"
      note="The view continues to read the tables that it was saved with. Save it again to read tables that have reused their names."
    >
      <textarea
        aria-labelledby="query"
        class="mono"
        rows={Math.min(20, text.split("\n").length + 2)}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div class="row">
        <ActionButton busy="Saving…" run={save} disabled={text.trim() === ""}>
          Save query
        </ActionButton>
      </div>
    </Card>
  );
}
