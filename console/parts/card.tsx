import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface CardProps {
  title: string;
  /** Id of the title, if pages link to it. */
  id?: string;
  /** Controls next to the title. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** Section of a page with a title. */
export function Card({ title, id, actions, children }: CardProps) {
  const unique = useId();
  const titleId = id ?? unique;
  return (
    <section class="card" aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{title}</h2>
        {actions}
      </header>
      <div class="body">{children}</div>
    </section>
  );
}
