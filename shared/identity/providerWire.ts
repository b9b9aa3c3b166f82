import * as v from "valibot";
import { type Role, roleFrom } from "#shared/domain/role.ts";

/**
 * Schemas of the identity provider's objects, reduced to what the platform uses and with the provider's names. Times are ISO
 * 8601.
 */

const Name = v.nullish(v.string());
/** Id at the provider. Ids become parts of keys, which are limited in size. */
const ProviderId = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** Time in any ISO 8601 form, converted to UTC in milliseconds, so that equal times have equal strings. */
export const Moment = v.pipe(
  v.string(),
  v.check((text) => Number.isFinite(Date.parse(text)), "Input should be an ISO 8601 timestamp"),
  v.transform((text) => new Date(text).toISOString()),
);

/** User; also the `data` of `user.*` events. */
export const ProviderUser = v.pipe(
  v.object({
    id: ProviderId,
    email: v.string(),
    first_name: Name,
    last_name: Name,
    profile_picture_url: Name,
    last_sign_in_at: v.nullish(Moment),
    created_at: Moment,
    updated_at: Moment,
  }),
  v.transform((user) => ({
    id: user.id,
    email: user.email,
    /** First and last name; the email address if the provider has neither. */
    name: [user.first_name, user.last_name].filter((part) => part?.trim()).join(" ") || user.email,
    picture: user.profile_picture_url || null,
    lastSignInAt: user.last_sign_in_at ?? null,
    createdAt: user.created_at,
    updatedAt: user.updated_at,
  })),
);
export type ProviderUser = v.InferOutput<typeof ProviderUser>;

/** Membership; also the `data` of `organization_membership.*` events. */
export const ProviderMembership = v.pipe(
  v.object({
    id: v.string(),
    user_id: ProviderId,
    organization_id: ProviderId,
    /** `pending` (invited) and `inactive` members have no access. */
    status: v.optional(v.string(), "active"),
    role: v.optional(v.unknown()),
    created_at: Moment,
    updated_at: Moment,
  }),
  v.transform((membership) => ({
    id: membership.id,
    userId: membership.user_id,
    organizationId: membership.organization_id,
    isActive: membership.status === "active",
    role: providerRole(membership.role),
    createdAt: membership.created_at,
    updatedAt: membership.updated_at,
  })),
);
/** Returns the role that a membership names, as `{"slug": …}`, if it is one of the platform's. */
function providerRole(role: unknown): Role | null {
  return typeof role === "object" && role !== null && "slug" in role ? roleFrom(role.slug) : null;
}

export type ProviderMembership = v.InferOutput<typeof ProviderMembership>;

/** Organization; also the `data` of `organization.*` events. */
export const ProviderOrganization = v.pipe(
  v.object({ id: ProviderId, name: v.string(), external_id: v.nullish(v.string()) }),
  v.transform(({ id, name, external_id }) => ({ id, name, externalId: external_id ?? null })),
);
export type ProviderOrganization = v.InferOutput<typeof ProviderOrganization>;

/** Session; also the `data` of `session.*` events. */
export const ProviderSession = v.pipe(
  v.object({
    id: ProviderId,
    user_id: ProviderId,
    organization_id: v.nullish(v.string()),
    status: v.optional(v.string(), "active"),
  }),
  v.transform((session) => ({
    id: session.id,
    userId: session.user_id,
    organizationId: session.organization_id ?? null,
    isActive: session.status === "active",
  })),
);
export type ProviderSession = v.InferOutput<typeof ProviderSession>;

/** The part of the `data` of `user.deleted` and `organization.deleted` that is used. */
export const ProviderDeleted = v.object({ id: ProviderId });
/** The part of the `data` of `organization_membership.deleted` that is used. */
export const ProviderRemovedMembership = v.object({ user_id: ProviderId, organization_id: ProviderId });

/** Page of a list; `after` is the cursor of the next page. */
export const ProviderPage = v.object({
  data: v.array(v.unknown()),
  list_metadata: v.optional(v.object({ after: v.nullish(v.string()) })),
});
