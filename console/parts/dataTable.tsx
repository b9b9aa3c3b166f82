import type { ComponentChildren } from "preact";

/** Column heading: its text, or an alternative. */
type Heading = string | { label: string; as: "number" | "hidden" };

interface DataTableProps {
  columns: readonly Heading[];
  /** True if the cells of a row are stacked in a narrow window. */
  stacks?: boolean;
  /** The rows. */
  children: ComponentChildren;
}

/** Table with column headings. Numbers are right-aligned; a hidden heading is only read aloud. */
export function DataTable({ columns, stacks = false, children }: DataTableProps) {
  return (
    <table class={stacks ? "table stacks" : "table"}>
      <thead>
        <tr>
          {columns.map((heading) => {
            const { label, as } = typeof heading === "string" ? { label: heading, as: null } : heading;
            return (
              <th key={label} scope="col" class={as === "number" ? "number" : undefined}>
                {as === "hidden" ? <span class="hidden-text">{label}</span> : label}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
