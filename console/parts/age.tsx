import { formatAge } from "./format.ts";

/** Time relative to now, with the exact UTC time as its title. */
export function Age({ at }: { at: string }) {
  return (
    <time class="age" dateTime={at} title={at}>
      {formatAge(at)}
    </time>
  );
}
