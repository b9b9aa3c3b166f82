import { copyAndSay } from "./copyAndSay.ts";

/** Lines to copy into another program. */
export function CopyText({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label}>
      <div class="row">
        <strong>{label}</strong>
        <button
          type="button"
          class="small"
          aria-label={`Copy: ${label}`}
          onClick={() => void copyAndSay(text, "Copied.")}
        >
          Copy
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by key */}
      <pre class="scroll" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
