import { isJwks, type Jwks } from "aws-jwt-verify/jwk";
import { callIdp } from "./callIdp.ts";
import { idpUnavailable } from "./idpUnavailable.ts";

/** After this time the keys are fetched again, so that one which the provider withdrew is not trusted for ever. */
const FRESH_MS = 600_000;
/** How long to wait before asking again about an unknown key, or a provider that did not answer. */
const PAUSE_MS = 10_000;

/** The provider's public keys, kept in memory. One instance for each address. */
export class SigningKeys {
  readonly #url: string;
  readonly #now: () => number;
  #keys: Jwks | undefined;
  #freshUntil = 0;
  #missesCountUntil = 0;
  #fetching: Promise<Jwks> | undefined;

  constructor(url: string, now: () => number = Date.now) {
    this.#url = url;
    this.#now = now;
  }

  /**
   * The key set, which is fetched again if it lacks the key `kid`, though not more often than every 10 s: anybody can
   * make up a key id. Undefined if there is no such key; raises `idp_unavailable` if the keys cannot be had.
   */
  async holding(kid: string): Promise<Jwks | undefined> {
    const keys = await this.#current();
    if (has(keys, kid)) return keys;
    if (this.#now() < this.#missesCountUntil) return undefined;
    const newest = await this.#fetch();
    if (has(newest, kid)) return newest;
    this.#missesCountUntil = this.#now() + PAUSE_MS;
    return undefined;
  }

  async #current(): Promise<Jwks> {
    if (this.#keys === undefined) return await this.#fetch();
    if (this.#now() < this.#freshUntil) return this.#keys;
    try {
      return await this.#fetch();
    } catch {
      // Known keys outlive an outage of the provider: it must not lock everybody out.
      this.#freshUntil = this.#now() + PAUSE_MS;
      return this.#keys;
    }
  }

  #fetch(): Promise<Jwks> {
    this.#fetching ??= this.#fetchNow().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetchNow(): Promise<Jwks> {
    const { status, body } = await callIdp({ url: this.#url, retries: 1 });
    if (status !== 200 || !isKeySet(body)) {
      throw idpUnavailable(new Error(`${this.#url} answered ${status} without a key set`));
    }
    this.#keys = body;
    this.#freshUntil = this.#now() + FRESH_MS;
    return body;
  }
}

function has(keys: Jwks, kid: string): boolean {
  return keys.keys.some((key) => key.kid === kid);
}

function isKeySet(body: unknown): body is Jwks {
  return typeof body === "object" && body !== null && isJwks(body as Jwks);
}
