import { useState } from "preact/hooks";
import { Menu } from "../../parts/menu.tsx";
import { ExplainQuery } from "./explainQuery.tsx";
import { SaveQuery } from "./savedQueries.tsx";

/** Additional actions for the current query in the editor. */
export function QueryActions({ sql, asOf }: { sql: string; asOf: string | null }) {
  const [dialog, setDialog] = useState<"explain" | "save" | null>(null);
  const isEmpty = sql.trim() === "";
  const close = () => setDialog(null);
  return (
    <>
      <Menu label="More">
        <button type="button" disabled={isEmpty} onClick={() => setDialog("save")}>
          Save query…
        </button>
        <button type="button" disabled={isEmpty} onClick={() => setDialog("explain")}>
          Explain
        </button>
      </Menu>
      {dialog === "save" && <SaveQuery sql={sql} onClose={close} />}
      {dialog === "explain" && <ExplainQuery sql={sql} asOf={asOf} onClose={close} />}
    </>
  );
}
