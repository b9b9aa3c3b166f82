import { text } from "node:stream/consumers";
import { Hash } from "@smithy/core/serde";
import { SignatureV4 } from "@smithy/signature-v4";
import { json, type Meddle, type Passed, type Passing, startEdge } from "./edge.ts";
import { type LocalServer, startServer } from "./localServer.ts";

const denied = (service: string): string =>
  `You are not authorized to do that with this session of ${service}`;

export interface Sessions extends LocalServer {
  /** Session requests, in order. */
  requests: URLSearchParams[];
}

export interface SessionCredentials {
  /** Access key ID: the same for every session, or a function of the workspace. */
  accessKeyId: string | ((workspace: string) => string);
  secretAccessKey: string;
}

/**
 * Serves AssumeRole as AWS does, but only if the request contains a workspace tag. Sessions have the given credentials and use
 * the workspace as their token.
 */
export async function startSessions({ accessKeyId, secretAccessKey }: SessionCredentials): Promise<Sessions> {
  const requests: URLSearchParams[] = [];
  const server = await startServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    requests.push(form);
    const workspace = form.get("Tags.member.1.Value");
    response.setHeader("content-type", "text/xml");
    response.statusCode = workspace === null ? 403 : 200;
    const ns = 'xmlns="https://sts.amazonaws.com/doc/2011-06-15/"';
    if (workspace === null) {
      const error = `<Type>Sender</Type><Code>AccessDenied</Code><Message>${denied("nobody")}</Message>`;
      response.end(`<ErrorResponse ${ns}><Error>${error}</Error></ErrorResponse>`);
      return;
    }
    const key = typeof accessKeyId === "string" ? accessKeyId : accessKeyId(workspace);
    response.end(`<AssumeRoleResponse ${ns}><AssumeRoleResult><Credentials>
      <AccessKeyId>${key}</AccessKeyId><SecretAccessKey>${secretAccessKey}</SecretAccessKey>
      <SessionToken>${workspace}</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration>
      </Credentials></AssumeRoleResult></AssumeRoleResponse>`);
  });
  return { ...server, requests };
}

/** Starts a database proxy that restricts a session to what the tenant role's policy allows: keys of the session's workspace. */
export function startNarrowDatabase(target: string): Promise<LocalServer> {
  return startEdge(target, denyOutside(dynamodbKey, "W#", dynamodbDenial));
}

/** Starts an object store proxy that allows a session to access the objects of only its workspace. */
export function startNarrowObjects(target: string, owner: Owner): Promise<LocalServer> {
  const narrow = denyOutside(s3Key, "ws/", s3Denial);
  return startEdge(target, (request, pass) =>
    narrow(request, async (allowed) => pass(await signAs(owner, allowed))),
  );
}

/** Starts an object store proxy that allows every session to access everything. */
export function startWideObjects(target: string, owner: Owner): Promise<LocalServer> {
  return startEdge(target, async (request, pass) => pass(await signAs(owner, request)));
}

type Owner = { accessKeyId: string; secretAccessKey: string };

/** Signs a request as the owner of the store, which does not know the sessions of `startSessions`. */
async function signAs(credentials: Owner, request: Passing): Promise<Passing> {
  const url = new URL(request.path, `http://${request.headers.host}`);
  const signer = new SignatureV4({
    credentials,
    region: "eu-central-1",
    service: "s3",
    uriEscapePath: false,
    sha256: Hash.bind(null, "sha256") as never,
  });
  const signed = await signer.sign({
    method: request.method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: { host: url.host },
    body: request.body,
  });
  return { ...request, headers: signed.headers };
}

function denyOutside(
  keyOf: (request: Parameters<Meddle>[0]) => string,
  start: string,
  denial: () => Passed,
): Meddle {
  return async (request, pass) => {
    const workspace = request.headers["x-amz-security-token"];
    const key = keyOf(request);
    const own = `${start}${workspace}`;
    const after = key.slice(own.length);
    return key.startsWith(own) && /^([#/]|$)/.test(after) ? pass(request) : denial();
  };
}

/** Returns an empty string for actions without a key. */
function dynamodbKey({ body }: { body: Buffer }): string {
  const { Key, ExpressionAttributeValues } = JSON.parse(body.toString());
  return Key?.pk?.S ?? ExpressionAttributeValues?.[":pk"]?.S ?? "";
}

function s3Key({ path }: { path: string }): string {
  const { pathname, searchParams } = new URL(path, "http://bucket");
  const [, , ...key] = decodeURIComponent(pathname).split("/");
  return searchParams.get("list-type") === "2" ? (searchParams.get("prefix") ?? "") : key.join("/");
}

function dynamodbDenial(): Passed {
  const type = "com.amazon.coral.service#AccessDeniedException";
  return json(400, { __type: type, Message: denied("DynamoDB") });
}

function s3Denial(): Passed {
  const body = `<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>${denied("S3")}</Message></Error>`;
  return { status: 403, headers: { "content-type": "application/xml" }, body: Buffer.from(body) };
}
