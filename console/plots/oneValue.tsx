import { Card } from "../parts/card.tsx";

interface OneValueProps {
  title: string;
  /** The value with its unit. */
  value: string;
  /** What the value belongs to, as sentences. */
  note: string;
}

/** Card with a single value in words, in place of a chart with only one point. */
export function OneValue({ title, value, note }: OneValueProps) {
  return (
    <Card title={title}>
      <p class="one-value">{value}</p>
      <p class="small muted">{note}</p>
    </Card>
  );
}
