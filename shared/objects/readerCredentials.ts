import { fromTemporaryCredentials } from "@aws-sdk/credential-providers";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Lifetime of the credentials, in seconds: the maximum for a session opened from another session. */
const LIFETIME_SECONDS = 3600;
/** Session tag that the role's policy compares with keys. */
const TAG = "workspace";

/** Settings that an Iceberg client uses to read a workspace's objects. */
export type ObjectAccess = Record<string, string>;

/**
 * Returns temporary credentials for reading the rows of a workspace's tables and the objects that describe them to Iceberg
 * clients, in the form of Iceberg client properties.
 */
export async function readerCredentials(scope: WorkspaceScope): Promise<ObjectAccess> {
  const { settings, id, region } = scope;
  const { endpoints, readerRole } = settings;
  if (readerRole === null) throw new Error("READER_ROLE is missing");
  const { awsRegion } = settings.regions[region];
  const provider = fromTemporaryCredentials({
    params: {
      RoleArn: readerRole,
      RoleSessionName: `reader-${id}`,
      DurationSeconds: LIFETIME_SECONDS,
      Tags: [{ Key: TAG, Value: id }],
    },
    clientConfig: { region: awsRegion, ...(endpoints.sts && { endpoint: endpoints.sts }) },
  });
  const { accessKeyId, secretAccessKey, sessionToken = "", expiration } = await provider();
  return {
    "s3.access-key-id": accessKeyId,
    "s3.secret-access-key": secretAccessKey,
    "s3.session-token": sessionToken,
    ...(expiration && { "s3.session-token-expires-at-ms": String(expiration.getTime()) }),
    ...objectAddress(scope),
  };
}

/** Returns where an Iceberg client finds the workspace's objects, without credentials. */
export function objectAddress({ settings, region }: WorkspaceScope): ObjectAccess {
  const { endpoints, regions } = settings;
  const { awsRegion } = regions[region];
  return {
    "s3.region": awsRegion,
    "client.region": awsRegion,
    ...(endpoints.s3 && { "s3.endpoint": endpoints.s3, "s3.path-style-access": "true" }),
  };
}
