import { absentOrNull, optional, textOrNone } from "@pdp/basics/schemas";
import * as v from "valibot";
import { Timestamp } from "./fields.ts";
import { IdString } from "./id.ts";

const MAX_NAME_LENGTH = 200;
const MAX_ADDRESS_LENGTH = 2048;

const short = (description: string) =>
  v.pipe(v.string(), v.metadata({ jsonSchema: { type: "string", maxLength: MAX_NAME_LENGTH, description } }));

export const User = v.object({
  type: v.pipe(
    v.literal("user"),
    v.metadata({ jsonSchema: { type: "string", const: "user", default: "user" } }),
  ),
  user_id: short("Id at the identity provider"),
  name: short("Name chosen by the user, otherwise the name from the identity provider"),
  email: short("`<id>@machine.invalid` for machines"),
  picture: v.pipe(
    v.nullable(v.string()),
    v.metadata({
      jsonSchema: {
        type: ["string", "null"],
        maxLength: MAX_ADDRESS_LENGTH,
        description: "URL that requires no login",
      },
    }),
  ),
  picture_file_id: v.nullable(IdString),
  user_type: v.picklist(["USER", "M2M"]),
  last_sign_in_at: v.nullable(Timestamp),
});
export type User = v.InferOutput<typeof User>;

/** The caller's user resource. Fields not named in the specification are present only if they have a value. */
export const Me = v.object({
  ...User.entries,
  is_staff: v.pipe(
    v.optional(v.literal(true)),
    v.description("True for platform staff, who create workspaces; absent for other users"),
  ),
});

export const EditUser = v.object({
  name: v.pipe(
    absentOrNull(textOrNone(MAX_NAME_LENGTH)),
    v.description("New name; null or an empty string restores the name from the identity provider"),
    v.examples(["Ada Example"]),
  ),
});

/** Picture uploaded by a user. */
export interface Picture {
  file_id: string;
  /** Key of the picture's object and part of its URL: anyone who knows the key can see the picture. */
  key: string;
  content_type: string;
}

/** User as mirrored from the identity provider. */
export interface UserEntity {
  id: string;
  name: string;
  /** Name chosen by the user on the platform; changes at the provider do not overwrite it. */
  chosen_name: string | null;
  email: string;
  provider_picture: string | null;
  picture: Picture | null;
  user_type: "USER" | "M2M";
  last_sign_in_at: string | null;
  /** Cutoff time: tokens without a session (machine tokens) that were issued up to then are void. */
  tokens_void_until?: string | null;
  /** Time of the provider state mirrored here; an older state never replaces a newer one. */
  as_of: string;
  is_deleted: boolean;
  /** Time of the last query to the provider. */
  checked_at: string;
}

/** User profile as reported by the provider. */
export interface ProviderProfile {
  id: string;
  name: string;
  email: string;
  picture: string | null;
  lastSignInAt: string | null;
  updatedAt: string;
}

export function userFromProvider(
  profile: ProviderProfile,
  before: UserEntity | null,
  checkedAt: string,
): UserEntity {
  const picture =
    profile.picture !== null && profile.picture.length <= MAX_ADDRESS_LENGTH ? profile.picture : null;
  return {
    id: profile.id,
    name: cut(profile.name),
    chosen_name: before?.chosen_name ?? null,
    email: cut(profile.email),
    provider_picture: picture,
    picture: before?.picture ?? null,
    user_type: "USER",
    last_sign_in_at: laterTime(profile.lastSignInAt, before?.last_sign_in_at ?? null),
    tokens_void_until: before?.tokens_void_until ?? null,
    as_of: profile.updatedAt,
    is_deleted: false,
    checked_at: checkedAt,
  };
}

/** Returns the record of a machine. The provider has no such record, so the token is the only source. */
export function machineUser(id: string, signedInAt: string | null, at: string): UserEntity {
  return {
    id,
    name: id,
    chosen_name: null,
    email: cut(`${id}@machine.invalid`),
    provider_picture: null,
    picture: null,
    user_type: "M2M",
    last_sign_in_at: signedInAt,
    as_of: at,
    is_deleted: false,
    checked_at: at,
  };
}

/**
 * Returns whether a token without a session was revoked. Tokens state their issue time in whole seconds, so tokens issued in
 * the same second as the revocation are also void.
 */
export function isTokenVoid(user: UserEntity | null, issuedAtSeconds: number): boolean {
  const until = user?.tokens_void_until ?? null;
  return until !== null && issuedAtSeconds * 1000 <= Date.parse(until);
}

/** Revokes all tokens without a session that have been issued so far, even if the provider's clock is ahead. */
export function voidTokens(user: UserEntity, now: string): UserEntity {
  return { ...user, tokens_void_until: laterTime(now, user.last_sign_in_at) };
}

/** Tells whether a machine has used a token issued after the last revocation. */
export function isUsedSinceRevocation({ last_sign_in_at, tokens_void_until }: UserEntity): boolean {
  if (!tokens_void_until) return true;
  return last_sign_in_at !== null && isAfter(last_sign_in_at, tokens_void_until);
}

/** Returns the record kept for a user deleted by the provider. */
export function toDeletedUser(id: string, at: string): UserEntity {
  return { ...machineUser(id, null, at), user_type: "USER", name: "", email: "", is_deleted: true };
}

export function toUser(user: UserEntity, platformUrl: string): User {
  return {
    type: "user",
    user_id: user.id,
    name: user.chosen_name ?? user.name,
    email: user.email,
    picture: user.picture ? `${platformUrl}/users/picture?key=${user.picture.key}` : user.provider_picture,
    picture_file_id: user.picture?.file_id ?? null,
    user_type: user.user_type,
    last_sign_in_at: user.last_sign_in_at,
  };
}

/** Returns the later of two times; null denotes an unknown time. */
export function laterTime(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return Date.parse(a) >= Date.parse(b) ? a : b;
}

export function isAfter(a: string, b: string): boolean {
  return Date.parse(a) > Date.parse(b);
}

function cut(value: string): string {
  return [...value].slice(0, MAX_NAME_LENGTH).join("");
}

export const PictureQuery = v.object({
  key: v.pipe(
    v.string(),
    v.regex(/^[0-9a-f]{32}$/, "Input should be the key from a picture URL"),
    v.examples(["5b1f0c7e9a3d4286b0f1e2d3c4a59687"]),
  ),
});

export const RevokeSessions = optional(
  v.object({
    user_id: v.pipe(
      optional(v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_NAME_LENGTH))),
      v.description("Defaults to the caller. Only platform staff can specify another user"),
    ),
  }),
);
