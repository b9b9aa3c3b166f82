import * as v from "valibot";

/** The identity provider's objects: what of them the platform uses, in the platform's words. Times are ISO 8601. */

const Name = v.nullish(v.string());
/** Ids become keys of our records, which have a largest size. */
const ProviderId = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** A moment, in whatever form of ISO 8601, as UTC in milliseconds: so that equal moments are equal texts. */
export const Moment = v.pipe(
  v.string(),
  v.check((text) => Number.isFinite(Date.parse(text)), "Input should be a moment in ISO 8601"),
  v.transform((text) => new Date(text).toISOString()),
);

/** Also the `data` of `user.*` events. */
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
    /** First and last name; the email where the provider knows neither. */
    name: [user.first_name, user.last_name].filter((part) => part?.trim()).join(" ") || user.email,
    picture: user.profile_picture_url || null,
    lastSignInAt: user.last_sign_in_at ?? null,
    createdAt: user.created_at,
    updatedAt: user.updated_at,
  })),
);
export type ProviderUser = v.InferOutput<typeof ProviderUser>;

/** Also the `data` of `organization_membership.*` events. */
export const ProviderMembership = v.pipe(
  v.object({
    id: v.string(),
    user_id: ProviderId,
    organization_id: ProviderId,
    /** `pending` (invited) and `inactive` members may not do anything. */
    status: v.optional(v.string(), "active"),
    created_at: Moment,
    updated_at: Moment,
  }),
  v.transform((membership) => ({
    id: membership.id,
    userId: membership.user_id,
    organizationId: membership.organization_id,
    isActive: membership.status === "active",
    createdAt: membership.created_at,
    updatedAt: membership.updated_at,
  })),
);
export type ProviderMembership = v.InferOutput<typeof ProviderMembership>;

/** Also the `data` of `organization.*` events. */
export const ProviderOrganization = v.pipe(
  v.object({ id: ProviderId, name: v.string(), external_id: v.nullish(v.string()) }),
  v.transform(({ id, name, external_id }) => ({ id, name, externalId: external_id ?? null })),
);
export type ProviderOrganization = v.InferOutput<typeof ProviderOrganization>;

/** Also the `data` of `session.*` events. */
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

/** The `data` of `user.deleted` and `organization.deleted`: more of it is not needed. */
export const ProviderDeleted = v.object({ id: ProviderId });
/** The `data` of `organization_membership.deleted`. */
export const ProviderDismissal = v.object({ user_id: ProviderId, organization_id: ProviderId });

/** One page of a list; `after` asks for the next one. */
export const ProviderPage = v.object({
  data: v.array(v.unknown()),
  list_metadata: v.optional(v.object({ after: v.nullish(v.string()) })),
});
