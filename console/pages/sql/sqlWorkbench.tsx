import { address } from "../../router.ts";
import { SavedQueries } from "./savedQueries.tsx";
import { SchemaTree } from "./schemaTree.tsx";
import { SqlPage } from "./sqlPage.tsx";
import { tabOf } from "./sqlTabs.ts";

/** SQL page with multiple queries, next to the tables and the saved queries. */
export function SqlWorkbench() {
  const tab = tabOf(address.value.searchParams);
  return (
    <div class="workbench">
      <aside class="schema-side" aria-label="Tables and saved queries">
        <SchemaTree />
        <SavedQueries tab={tab} />
      </aside>
      <SqlPage key={tab} tab={tab} />
    </div>
  );
}
