import type { ComponentChildren } from "preact";

/** Named section of the style guide. */
export function Specimen({ title, children }: { title: string; children: ComponentChildren }) {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
      </header>
      <div class="body">{children}</div>
    </section>
  );
}
