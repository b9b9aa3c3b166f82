/** Day on which an import that has not been finalized is removed. */
export function LoadExpiry({ load }: { load: { expires_at?: string } }) {
  const { expires_at: at } = load;
  if (at === undefined) return null;
  return (
    <span>
      removed on{" "}
      <time dateTime={at} title={at}>
        {at.slice(0, 10)}
      </time>{" "}
      unless it is finalized
    </span>
  );
}
