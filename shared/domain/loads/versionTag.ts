import { conflict, DomainError } from "@pdp/basics/errors";
import { isTagName, TAG_NAME } from "@pdp/trino/parse";
import * as v from "valibot";
import { Timestamp } from "#shared/domain/fields.ts";
import { EXAMPLE_ID, IdString, REQUESTED_ID as VERSION_ID } from "#shared/domain/id.ts";
import type { Version } from "./version.ts";

/** Maximum number of tags per version. */
export const MAX_TAGS = 20;
export const TagName = v.pipe(
  v.string(),
  v.check(
    isTagName,
    "A tag name must have 1 to 128 characters, start with a letter, and contain only letters, digits, dots, hyphens and underscores",
  ),
  v.metadata({ jsonSchema: { type: "string", pattern: TAG_NAME.source, examples: ["paper-2026"] } }),
  v.description(
    "Tag name: starts with a letter and contains letters, digits, dots, hyphens and underscores; at most 128 characters; case-insensitive",
  ),
);

/** Data version in a request: its id, or a tag. */
export const VersionName = v.pipe(
  v.union([v.string(), v.number()], "Input should be the id of a data version, or a tag"),
  v.metadata({
    jsonSchema: {
      type: "string",
      pattern: `${VERSION_ID.source}|${TAG_NAME.source}`,
      description: "Id of a data version, or a tag; a JSON number is also accepted",
      examples: [EXAMPLE_ID.version],
    },
  }),
  v.transform(String),
  v.check(
    (name) => VERSION_ID.test(name) || isTagName(name),
    "Input should be the id of a data version (a positive integer as a string or number), or a tag",
  ),
);

/** Name of a data version. */
export const VersionTag = v.object({
  name: v.pipe(v.string(), v.description("Unique in the workspace, ignoring case")),
  version_id: v.pipe(IdString, v.description("Data version with this name")),
  created_at: Timestamp,
  created_by: v.pipe(v.string(), v.description("Id of the user or machine client that assigned the name")),
});
export type VersionTag = v.InferOutput<typeof VersionTag>;

/** Returns whether a string is a valid tag name. Tag names start with a letter, which distinguishes them from ids and times. */
export function foldTag(name: string): string {
  return name.toLowerCase();
}

/** Adds a tag to its version. */
export function addTag(version: Version, { name }: VersionTag): Version {
  const tags = version.tags ?? [];
  if (tags.length >= MAX_TAGS) {
    throw conflict(
      "too_many_tags",
      `The version ${version.id} already has the maximum of ${MAX_TAGS} tags. First remove one with version:untag.`,
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

/** Returns the error for a name already used by another version. */
export function tagTaken({ name, version_id }: VersionTag): DomainError {
  return conflict(
    "tag_taken",
    `The tag "${name}" is already assigned to the version ${version_id}. Choose another name, or first remove the tag with version:untag.`,
  );
}

export function unknownTag(name: string): DomainError {
  return new DomainError(
    "not_found",
    "tag_not_found",
    `The tag "${name.slice(0, 128)}" does not exist. To list the workspace's tags, use version:listTags.`,
  );
}
