import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface CardProps {
  title: ComponentChildren;
  /** Id of the title, if pages link to it. */
  id?: string;
  /** Remark next to the title. */
  note?: ComponentChildren;
  /** Controls next to the title. */
  actions?: ComponentChildren;
  /** True for a table, which scrolls if it is wider than the page; "keys" if the keys scroll it, because nothing in it gets focus. */
  scroll?: boolean | "keys";
  children: ComponentChildren;
}

/** Section of a page with a title. */
export function Card({ title, id, note, actions, scroll = false, children }: CardProps) {
  const unique = useId();
  const titleId = id ?? unique;
  return (
    <section
      class={scroll ? "card scroll" : "card"}
      aria-labelledby={titleId}
      tabIndex={scroll === "keys" ? 0 : undefined}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        {note && <span class="small muted">{note}</span>}
        {actions}
      </header>
      {scroll ? children : <div class="body">{children}</div>}
    </section>
  );
}
