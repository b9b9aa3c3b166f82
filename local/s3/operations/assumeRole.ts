import type { IncomingMessage } from "node:http";
import { readBody } from "#local/readBody.ts";
import { S3Error } from "#local/s3/protocol/s3Error.ts";
import { stsDocument } from "#local/s3/protocol/xml.ts";
import { authenticateJson, SignatureError } from "#local/signature/authenticateJson.ts";
import type { Credentials } from "#local/signature/authorization.ts";
import { newSession } from "#local/signature/objectSession.ts";
import type { S3Response } from "./exchange.ts";

const FORM = /^application\/x-www-form-urlencoded\b/;
const MAX_FORM_BYTES = 10_000;
const DEFAULT_SECONDS = 3600;
const MAX_SECONDS = 43_200;

/**
 * Handles STS AssumeRole, which this endpoint offers to the platform's programs: returns a session that reads the tables of
 * the workspace in its tag. Returns null for any other request.
 */
export async function answerAssumeRole(
  incoming: IncomingMessage,
  credentials: Credentials,
  requestId: string,
): Promise<S3Response | null> {
  const { method, url, headers } = incoming;
  if (method !== "POST" || url !== "/" || !FORM.test(headers["content-type"] ?? "")) return null;
  const form = new URLSearchParams(await signedBody(incoming, credentials));
  if (form.get("Action") !== "AssumeRole") throw new S3Error("NotImplemented");
  const workspace = form.get("Tags.member.1.Value") ?? "";
  if (form.get("Tags.member.1.Key") !== "workspace" || !/^[0-9]{1,16}$/.test(workspace)) {
    throw new S3Error("InvalidArgument", "The session requires the tag workspace with a workspace id.");
  }
  const seconds = Number(form.get("DurationSeconds") ?? DEFAULT_SECONDS);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_SECONDS) {
    throw new S3Error("InvalidArgument", `DurationSeconds must be an integer from 1 to ${MAX_SECONDS}.`);
  }
  const expires = Date.now() + seconds * 1000;
  const session = newSession(credentials, { workspace, access: "READ_TABLES", expires });
  const content = [
    ["AccessKeyId", session.credentials.accessKeyId],
    ["SecretAccessKey", session.credentials.secretAccessKey],
    ["SessionToken", session.token],
    ["Expiration", new Date(session.expires).toISOString()],
  ] as const;
  const arn = `${form.get("RoleArn")}/${form.get("RoleSessionName")}`.replace(":iam::", ":sts::");
  const user = [
    ["AssumedRoleId", session.credentials.accessKeyId],
    ["Arn", arn.replace(":role/", ":assumed-role/")],
  ] as const;
  const body = stsDocument("AssumeRole", requestId, [
    ["Credentials", content],
    ["AssumedRoleUser", user],
  ]);
  return { status: 200, body };
}

async function signedBody(incoming: IncomingMessage, credentials: Credentials): Promise<string> {
  try {
    const verify = authenticateJson(incoming, { service: "sts", credentials, now: Date.now() });
    const body = await readBody(incoming, MAX_FORM_BYTES);
    if (body === null) throw new S3Error("EntityTooLarge");
    verify(body);
    return body.toString("utf8");
  } catch (error) {
    if (error instanceof SignatureError) throw new S3Error("AccessDenied", error.message);
    throw error;
  }
}
