import { useId } from "preact/hooks";

interface OneValueProps {
  title: string;
  /** The value with its unit. */
  value: string;
  /** What the value belongs to, as sentences. */
  note: string;
}

/** Card with a single value in words, in place of a chart with only one point. */
export function OneValue({ title, value, note }: OneValueProps) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
      </header>
      <div class="body">
        <p class="one-value">{value}</p>
        <p class="small muted">{note}</p>
      </div>
    </section>
  );
}
