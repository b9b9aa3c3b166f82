import { say } from "./toast.tsx";

/** Lines to copy into another program. */
export function CopyText({ label, text }: { label: string; text: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    say("Copied.");
  };
  return (
    <section aria-label={label}>
      <div class="row">
        <strong>{label}</strong>
        <button type="button" class="small" aria-label={`Copy: ${label}`} onClick={() => void copy()}>
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
