import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { RawAnswer } from "./rawHttp.ts";
import type { Outgoing } from "./requests.ts";
import { type Description, descriptionOf, type Route } from "./routes.ts";
import type { Schema } from "./schemaNodes.ts";

/** Patterns that a response must not match: internal details and secrets. */
const INTERNALS = /\.ts:\d|node_modules|platform-fuzz-|^\w*Error\b|\[object |\bundefined\b.*\(reading/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Checks responses against the service's OpenAPI document. */
export class AnswerRules {
  readonly #document: Schema;
  readonly #ajv: Ajv2020;

  constructor(document: Schema) {
    this.#document = document;
    this.#ajv = new Ajv2020({ strict: false, logger: false });
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(document, "openapi");
  }

  /** Throws a sentence that describes what is wrong with the response. */
  check(route: Route, request: Outgoing, answer: RawAnswer): void {
    const { status } = answer;
    const description = descriptionOf(this.#document, route);
    if (answer.late) throw new Error("no answer in time");
    if (status === 0) {
      if (request.unreadable || request.method === "CONNECT") return;
      throw new Error("the connection was closed without an answer");
    }
    if (status === 500 ? route.name !== "raiseError" : status >= 501)
      throw new Error(`it failed with ${status}`);
    const excused = request.astray || request.unreadable;
    if (!excused) this.#checkStatus(route, description, request, status);
    if (!answer.complete && !(route.streams && status === 200)) throw new Error("the answer breaks off");
    if (request.method === "HEAD") return;
    if (status >= 400) this.#checkError(description, answer, excused);
    else if (!excused) this.#checkSuccess(route, description, answer);
  }

  #checkStatus(route: Route, { responses }: Description, { bearer }: Outgoing, status: number): void {
    const open = route.audience === "open";
    if (!open && (bearer === "none" || bearer === "broken") && status !== 401)
      throw new Error(`without a token the answer is ${status}, not 401`);
    if (bearer === "other" && route.audience === "staff" && status !== 403)
      throw new Error(`a member's call for staff is answered with ${status}, not 403`);
    if (bearer === "nonMember" && ["staff", "member"].includes(route.audience) && status !== 403)
      throw new Error(`a non-member's call is answered with ${status}, not 403`);
    if (status === 503) throw new Error("nothing is out of reach, and yet the answer is 503");
    if (!(status in responses)) throw new Error(`the status ${status} is not documented`);
  }

  #checkSuccess(
    { method, path }: Route,
    { responses }: Description,
    { status, headers, body }: RawAnswer,
  ): void {
    const contents = responses[status]?.content ?? {};
    const [type = ""] = headers.get("content-type")?.split(";") ?? [];
    const content = contents[type];
    if (content === undefined) throw new Error(`it is ${type}, not ${Object.keys(contents).join(" or ")}`);
    if (!content?.schema || type !== "application/json") return;
    const json = `application~1json/schema`;
    const place = `#/paths/${escapePointer(path)}/${method.toLowerCase()}/responses/${status}/content/${json}`;
    this.#require(place, JSON.parse(body.toString()));
  }

  #checkError(
    { requestBody, parameters }: Description,
    { status, headers, body }: RawAnswer,
    excused: boolean,
  ): void {
    if (!headers.get("content-type")?.startsWith("application/json"))
      throw new Error(`the ${status} is no JSON`);
    const error = JSON.parse(body.toString());
    if (status !== 422) {
      this.#require("#/components/schemas/Error", error);
      if (!/^[a-z][a-z0-9_]*$/.test(error.code))
        throw new Error(`the code "${error.code}" is not in snake_case`);
      if (!UUID.test(error.error_id) || headers.get("x-request-id") !== error.error_id)
        throw new Error("error_id is not the id of the request");
      if (INTERNALS.test(error.detail) || error.detail === "")
        throw new Error(`"${error.detail}" is not a sentence`);
      return;
    }
    this.#require("#/components/schemas/HTTPValidationError", error);
    if (error.detail.length === 0) throw new Error("the 422 names no field");
    if (excused) return;
    const names = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
    for (const { loc } of error.detail as { loc: (string | number)[] }[]) {
      const inQuery = loc[0] === "query" && loc.length > 1 && names.includes(String(loc[1]));
      if (!inQuery && !(loc[0] === "body" && requestBody))
        throw new Error(`loc names no field: ${JSON.stringify(loc)}`);
    }
  }

  #require(place: string, value: unknown): void {
    const validate: ValidateFunction =
      this.#ajv.getSchema(`openapi${place}`) ?? this.#ajv.compile({ $ref: `openapi${place}` });
    if (validate(value)) return;
    throw new Error(`it breaks its schema: ${this.#ajv.errorsText(validate.errors)}`);
  }
}

/** Key as a JSON pointer within a URL. */
function escapePointer(key: string): string {
  return encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
}
