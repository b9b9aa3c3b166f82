import { Refusal } from "../sqlError.ts";
import { bindSql } from "../types/bindSql.ts";
import type { Argument } from "./functionKinds.ts";
import type { TranslatedRegex } from "./regexReader.ts";
import { replacementParts } from "./regexReplacement.ts";

/** Writes a call to the registered function for any pattern; `regex` is set only for a literal. */
export type WriteRegistered = (args: Argument[], regex: TranslatedRegex | undefined) => string;

/** Returns a writer of calls that passes arguments unchanged and fills in defaults for missing arguments. */
export function call(name: string, ...defaults: string[]): WriteRegistered {
  return (args) => {
    const given = args.map(({ sql }) => sql);
    const all = [...given, ...defaults.slice(given.length - 2)];
    return `trino_${name}(${all.join(", ")})`;
  };
}

/** Checks the group argument of a call if both it and the pattern are literals. */
export function withGroup(name: string): WriteRegistered {
  const write = call(name, "0");
  return (args, regex) => {
    if (regex && args[2]?.integer !== undefined) groupOf(args[2], regex);
    return write(args, regex);
  };
}

/**
 * Writes a replacement given as a string or as a lambda of the groups. If the lambda returns NULL for any match, so does
 * the function.
 */
export function replaceRegistered(args: Argument[], regex: TranslatedRegex | undefined): string {
  const by = args[2];
  if (!by?.body) {
    if (regex && by?.literal !== undefined) replacementParts(by.literal, regex);
    return call("regexp_replace", "''")(args, regex);
  }
  const replaced = by.body([`"__p"[2:]`]);
  const pieces = call("regexp_pieces")(args.slice(0, 2), regex);
  return bindSql([pieces], (all) =>
    bindSql(
      [`list_transform(${all}[:-2], lambda "__p": "__p"[1] || ${replaced})`],
      (parts) =>
        `CASE WHEN list_count(${parts}) = len(${parts}) THEN array_to_string(${parts}, '') || ${all}[-1][1] END`,
    ),
  );
}

/** Returns the group number from a literal argument. */
export function groupOf(argument: Argument | undefined, { groups }: TranslatedRegex): number {
  if (!argument) return 0;
  const number = argument.integer ?? Number(/^CAST\((\d+) AS BIGINT\)$/.exec(argument.sql)?.[1]);
  if (Number.isInteger(number) && number >= 0 && number <= groups.length) return number;
  throw new Refusal(
    `The regular expression has ${groups.length} groups, so the group must be a number from 0 to the number of groups`,
  );
}
