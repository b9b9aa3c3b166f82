import { isJwks, type Jwks } from "aws-jwt-verify/jwk";
import { callIdp } from "./callIdp.ts";
import { idpUnavailable } from "./idpUnavailable.ts";

/** Time after which the keys are fetched again, in milliseconds, so that a withdrawn key is not trusted forever. */
const FRESH_MS = 600_000;
/** Delay before another fetch after an unknown key or a provider failure, in milliseconds. */
const PAUSE_MS = 10_000;

/** In-memory cache of the provider's public keys, one instance per address. */
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
   * Returns the key set that contains the key `kid`. The set is fetched again if the key is missing, but at most every 10 s,
   * because a forged token may have any key id. Returns undefined if no such key exists; raises `idp_unavailable` if the keys
   * cannot be fetched.
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
      // Known keys stay valid during a provider outage, so that an outage does not lock out all users.
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
      throw idpUnavailable(new Error(`${this.#url} returned status ${status} without a key set`));
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
