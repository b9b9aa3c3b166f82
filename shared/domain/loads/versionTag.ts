import * as v from "valibot";
import { conflict, DomainError } from "#shared/domain/errors.ts";
import { Timestamp } from "#shared/domain/fields.ts";
import { IdString } from "#shared/domain/id.ts";
import type { Version } from "./version.ts";

/** Maximum number of tags of one version. */
export const MAX_TAGS = 20;
const PATTERN = /^[A-Za-z][A-Za-z0-9._-]{0,127}$/;

/** Tells whether a text can be the name of a tag. It starts with a letter, so it is neither an id nor a time. */
export function isTagName(text: string): boolean {
  return PATTERN.test(text);
}

export const TagName = v.pipe(
  v.string(),
  v.check(
    isTagName,
    "The name of a tag has 1 to 128 characters: letters, digits, dots, hyphens and underscores, a letter first",
  ),
  v.metadata({ jsonSchema: { type: "string", pattern: PATTERN.source, examples: ["paper-2026"] } }),
  v.description(
    "The name of a tag: letters, digits, dots, hyphens and underscores, a letter first, at most 128 characters; case does not matter",
  ),
);

/** Name of a data version. */
export const VersionTag = v.object({
  name: v.pipe(v.string(), v.description("Unique in the workspace, ignoring case")),
  version_id: v.pipe(IdString, v.description("The data version that has this name")),
  created_at: Timestamp,
  created_by: v.pipe(v.string(), v.description("The id of the user or machine that gave the name")),
});
export type VersionTag = v.InferOutput<typeof VersionTag>;

/** Tells whether a text is a valid name of a tag. It starts with a letter, so it is neither an id nor a time. */
export function foldTag(name: string): string {
  return name.toLowerCase();
}

/** Adds a tag to its version. */
export function addTag(version: Version, { name }: VersionTag): Version {
  const tags = version.tags ?? [];
  if (tags.length >= MAX_TAGS) {
    throw conflict(
      "too_many_tags",
      `The version ${version.id} has ${MAX_TAGS} tags, which is the maximum: remove one of them with version:untag first.`,
    );
  }
  return { ...version, tags: [...tags, name] };
}

/** Removes a tag from its version. */
export function removeTag(version: Version, { name }: VersionTag): Version {
  const { tags = [], ...rest } = version;
  const left = tags.filter((tag) => tag !== name);
  return left.length === 0 ? rest : { ...rest, tags: left };
}

/** Returns the error for a name that another version has. */
export function tagTaken({ name, version_id }: VersionTag): DomainError {
  return conflict(
    "tag_taken",
    `The tag "${name}" is taken by the version ${version_id}: choose another name, or remove that tag with version:untag first.`,
  );
}

export function unknownTag(name: string): DomainError {
  return new DomainError(
    "not_found",
    "tag_not_found",
    `There is no tag "${name.slice(0, 128)}" here: version:listTags lists the tags of the workspace.`,
  );
}
