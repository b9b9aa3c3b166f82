import { MARK_LINE, MARK_OUTLINE, MARK_POINTS } from "#shared/domain/brand.ts";

/** Product logo: values that increase from round to round. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <path fill="var(--accent)" d={MARK_OUTLINE} />
      <path fill="none" stroke="var(--on-accent)" stroke-width="1.4" d={MARK_LINE} />
      {MARK_POINTS.map(([x, y, radius]) => (
        <circle key={x} fill="var(--on-accent)" cx={x} cy={y} r={radius} />
      ))}
    </svg>
  );
}
