import { formatAge } from "./format.ts";

/** Time of something, as how long ago it was; the exact one in UTC is its title. */
export function Age({ at }: { at: string }) {
  return (
    <time class="age" dateTime={at} title={at}>
      {formatAge(at)}
    </time>
  );
}
