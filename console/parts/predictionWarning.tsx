/** Shows the warnings about predictions, each once; nothing if there are none. */
export function PredictionWarning({ of }: { of: readonly { warning?: string }[] }) {
  const warnings = new Set(of.flatMap(({ warning }) => warning ?? []));
  return (
    <>
      {[...warnings].map((warning) => (
        <p key={warning} class="notice warn" role="note">
          {warning}
        </p>
      ))}
    </>
  );
}
