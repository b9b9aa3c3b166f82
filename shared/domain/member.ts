import * as v from "valibot";
import { Role } from "./role.ts";

/** Member of a workspace, with the role that the service applies. */
export const Member = v.object({
  user_id: v.pipe(
    v.string(),
    v.description("Id at the identity provider"),
    v.examples(["user_01KJ6Z3V8N2QX5T7WB9CDEFGHJ"]),
  ),
  name: v.pipe(v.string(), v.examples(["Ada Example"])),
  email: v.pipe(
    v.string(),
    v.description("`<id>@machine.invalid` for machines"),
    v.examples(["ada@example.org"]),
  ),
  user_type: v.picklist(["USER", "M2M"]),
  role: v.pipe(
    Role,
    v.description("Role in the workspace, unless a token names another and none is set"),
    v.examples(["scientist"]),
  ),
  role_source: v.pipe(
    v.picklist(["SET", "PROVIDER", "FIRST_MEMBER", "DEFAULT"]),
    v.description(
      "Origin of the role: set by a manager; from the identity provider; the workspace's first member, who is a manager; or none of these",
    ),
    v.examples(["DEFAULT"]),
  ),
});
export type Member = v.InferOutput<typeof Member>;

export const RoleChange = v.object({
  user_id: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(200),
    v.description("Member or machine whose role is changed"),
    v.examples(["user_01KJ6Z3V8N2QX5T7WB9CDEFGHJ"]),
  ),
  role: v.pipe(
    v.nullable(Role),
    v.description("New role; null removes the set role, so that the identity provider's role applies again"),
    v.examples(["reader"]),
  ),
});
