import type { ComponentChildren } from "preact";
import { Card } from "../../parts/card.tsx";

/** Named section of the style guide. */
export function Specimen({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <Card title={title} id={title.toLowerCase().replaceAll(" ", "-")}>
      {children}
    </Card>
  );
}
