import middy from "@middy/core";
import type { Context } from "aws-lambda";
import * as v from "valibot";
import { limitAnswer } from "#shared/http/answerLimit.ts";
import type { ApiEvent, Reply } from "#shared/http/apiEvent.ts";
import { recordRequest } from "#shared/http/audit/recordRequest.ts";
import { type Audience, authenticate } from "#shared/http/authenticate.ts";
import { errorReply, jsonReply } from "#shared/http/errors.ts";
import { icebergError, oauthError } from "#shared/http/iceberg/icebergError.ts";
import { type BodyKind, parseBody } from "#shared/http/parseBody.ts";
import { requireProvision } from "#shared/http/requireProvision.ts";
import { strictAnswer, wantsStrictAnswer } from "#shared/http/strictAnswer.ts";
import { statementRefusal } from "#shared/http/trino/statementRefusal.ts";
import { UNUSED_BODY, validate } from "#shared/http/validate.ts";
import type { BinaryResponse, Contract, Input, MemberRole, StreamResult } from "./contract.ts";

/** API operation: a contract and its handler. Each operation is in a separate file and is deployed as one function. */
export interface Operation {
  contract: Contract;
  /** Responds to one request; every error becomes a reply. */
  handle: (event: ApiEvent) => Promise<Reply>;
}

/** Output of a handler for a contract with the response `R`. */
export type Output<R> = R extends v.GenericSchema ? v.InferOutput<R> : StreamResult;

/** Handlers use only the event, because the Lambda context does not exist in local mode. */
const CONTEXT: Context = Object.create(null);

/**
 * Binds a contract to its handler. Only the contract defines the method, path, parameters, body, response, audience and
 * grants; the handler receives validated input and cannot access any workspace except the given one.
 */
export function operation<
  A extends Audience,
  const R extends v.GenericSchema | BinaryResponse,
  Q extends v.GenericSchema = v.GenericSchema<unknown, Record<string, never>>,
  B extends v.GenericSchema = v.GenericSchema<unknown, undefined>,
>(
  contract: Contract<A, Q, B> & MemberRole<A> & { response: R },
  handler: (input: Input<A, Q, B>) => Promise<Output<R>>,
): Operation {
  const respond = async (event: ApiEvent): Promise<Reply> => {
    const result = await handler(inputOf<A, Q, B>(event));
    if (isBinary(contract.response)) {
      const reply = { statusCode: 200, ...(result as StreamResult) };
      return limitAnswer(reply, event.settings.maxAnswerBytes, contract.redirects === true);
    }
    // Parsing removes fields that are not in the contract, so that internal fields of a record never leave the service.
    const answer = v.parse(contract.response as v.GenericSchema, result);
    event.measured = measured(answer);
    return jsonReply(200, wantsStrictAnswer(event) ? strictAnswer(answer, isRead(contract)) : answer);
  };
  /** Returns an error in the form of the operation's protocol. */
  const refuse = (error: unknown, event: ApiEvent): Reply => {
    const refusal = contract.takesText ? statementRefusal(error, event.requestId) : null;
    const reply = refusal ?? errorReply(error, event);
    const format = contract.isOfIceberg === "OAUTH" ? oauthError : icebergError;
    return contract.isOfIceberg ? format(reply) : reply;
  };
  const handle = middy<ApiEvent, Reply>(respond)
    // Callers must sign in before they learn which features this deployment has.
    .use(requireProvision(contract.audience === "open" ? contract.requires : contract.requires && "idp"))
    .use(authenticate(contract.audience, contract))
    .use(requireProvision(contract.requires))
    .use(parseBody(bodyKindOf(contract)))
    .use(validate(contract.query, validatedBody(contract)))
    .onError((request) => {
      request.response = refuse(request.error, request.event);
    });
  return {
    contract,
    handle: async (event) => recordRequest(contract, event, await handle(event, CONTEXT), refuse),
  };
}

/** Returns the resource of a JSON response, and the number of its items. */
function measured(answer: unknown): { object: string | null; rows: number | null } {
  const { id, user_id, items } = (answer ?? {}) as Record<string, unknown>;
  const object = typeof id === "string" ? id : typeof user_id === "string" ? user_id : null;
  return { object, rows: Array.isArray(items) ? items.length : null };
}

/** Returns whether an operation changes nothing. */
function isRead({ method }: Contract): boolean {
  return method === "GET";
}

function bodyKindOf(contract: Contract): BodyKind {
  const { body, method, transport = "json", takesText } = contract;
  if (transport === "raw") return "raw";
  if (takesText) return "text";
  if (body !== undefined && transport !== "upload") return "json";
  return method === "POST" && transport === "json" ? "unused" : "none";
}

function validatedBody(contract: Contract): v.GenericSchema | typeof UNUSED_BODY | undefined {
  const kind = bodyKindOf(contract);
  if (kind === "unused") return UNUSED_BODY;
  return kind === "json" ? contract.body : undefined;
}

export function isBinary(response: v.GenericSchema | BinaryResponse): response is BinaryResponse {
  return "contentType" in response;
}

function inputOf<A extends Audience, Q extends v.GenericSchema, B extends v.GenericSchema>(
  event: ApiEvent,
): Input<A, Q, B> {
  const input = {
    settings: event.settings,
    query: event.input?.query,
    body: event.input?.body,
    sent: event.body,
    requestId: event.requestId,
    clientAddress: event.clientAddress,
    isHead: event.httpMethod === "HEAD",
    path: event.pathParameters ?? {},
    text: typeof event.body === "string" ? event.body : "",
    unreadable: event.unreadable,
    headers: event.headers,
    stream: event.stream,
    signal: event.signal,
    caller: event.caller,
    workspace: event.workspace,
  };
  return input as Input<A, Q, B>;
}
