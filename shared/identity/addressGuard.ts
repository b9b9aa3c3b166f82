import { createHash } from "node:crypto";
import { DomainError } from "@pdp/basics/errors";
import { LRUCache } from "lru-cache";
import type { Settings } from "#shared/runtime/scope.ts";
import { servesWholePlatform } from "#shared/runtime/servesWholePlatform.ts";
import { WALL_CLOCK } from "#shared/runtime/wallClock.ts";
import { platformDatabase } from "#shared/store/dynamodb/database.ts";
import { invalidTokensKey } from "#shared/store/dynamodb/keys.ts";
import { addSecondCounts } from "#shared/store/secondCounts.ts";
import { SharedCounter } from "#shared/store/sharedCounter.ts";
import { networkOf } from "./networkOf.ts";
import type { ClaimedBearer } from "./verifyToken.ts";

/** Invalid tokens that name the same bearer, from one address in a minute, after which such tokens are trials. */
const MAX_PER_BEARER = 20;
/** Failed checks per second of tokens of unknown bearers from a guarded address, in this process. */
const TRIALS_PER_SECOND = 20;
const MINUTE_MS = 60_000;
/** Length of the digest of a bearer, in characters of 6 bits. */
const NAME_LENGTH = 12;
const MAX_ADDRESSES = 10_000;
const MAX_BEARERS = 100_000;
const MAX_FAILED_BEARERS = 10_000;

/** Users and sessions whose tokens this process has verified, by platform. */
const knownBearers = new LRUCache<string, true>({ max: MAX_BEARERS });
const guards = new LRUCache<string, AddressGuard>({ max: MAX_ADDRESSES });

/** Returns the guard against invented tokens from an address; null if none has come from it. */
export function findGuard(settings: Settings, address: string | null): AddressGuard | null {
  return address === null ? null : (guards.get(nameOf(settings, networkOf(address))) ?? null);
}

/** Returns the guard against invented tokens from an address that has sent one. */
export function addressGuard(settings: Settings, address: string): AddressGuard {
  const network = networkOf(address);
  const name = nameOf(settings, network);
  const guard = guards.get(name) ?? new AddressGuard(settings, network);
  guards.set(name, guard);
  return guard;
}

function nameOf({ platformUrl }: Settings, name: string): string {
  return `${platformUrl}\n${name}`;
}

/** Remembers the bearer of a verified token, for addresses that are guarded later. */
export function rememberBearer(settings: Settings, bearer: ClaimedBearer): void {
  for (const name of namesOf(bearer)) knownBearers.set(nameOf(settings, name), true);
}

/** Returns the names under which a bearer is known: its session, which nobody else knows, and its user. */
function namesOf({ user, session }: ClaimedBearer): string[] {
  return [`${user}\n${session}`, user].map((name) =>
    createHash("sha256").update(name).digest("base64url").slice(0, NAME_LENGTH),
  );
}

/**
 * Counts the invalid tokens from one address. An address with many of them in a minute is guarded: tokens that need a signature
 * check are then checked only if they name a session or user whose tokens are known, apart from a few trials. Tokens that have
 * been verified before are never refused, because other people may share the address.
 */
export class AddressGuard {
  readonly #settings: Settings;
  readonly #counter: SharedCounter;
  /** Failed checks of tokens by the known bearer that they name. */
  readonly #failuresOf = new LRUCache<string, { count: number }>({
    // A maximum size, unlike a maximum count, does not reserve memory.
    maxSize: MAX_FAILED_BEARERS,
    sizeCalculation: () => 1,
    ttl: MINUTE_MS,
    ...WALL_CLOCK,
  });
  #trials = { second: 0, count: 0 };

  constructor(settings: Settings, network: string) {
    this.#settings = settings;
    // A platform on one machine counts in its only process; functions count together.
    this.#counter = new SharedCounter(
      servesWholePlatform(settings)
        ? null
        : (...added) => addSecondCounts(platformDatabase({ settings }), invalidTokensKey(network), ...added),
    );
  }

  isGuarded(now = Date.now()): boolean {
    const counts = [...this.#counter.counts(Math.floor(now / 1000)).values()];
    return counts.reduce((sum, count) => sum + count, 0) >= this.#settings.invalidTokensPerAddress;
  }

  /** Raises `throttled` unless a token that names a bearer may be checked. */
  requireCheck(claimed: ClaimedBearer, now = Date.now()): void {
    if (!this.isGuarded(now)) return;
    const mayFail = (name: string) => (this.#failuresOf.get(name)?.count ?? 0) < MAX_PER_BEARER;
    if (namesOf(claimed).some((name) => this.#isKnown(name) && mayFail(name))) return;
    const { second, count } = this.#trials;
    if (second === Math.floor(now / 1000) && count >= TRIALS_PER_SECOND) throw tooManyInvalidTokens();
  }

  /** Tells the other processes the bearer of a verified token if the address is guarded. */
  async accepted(bearer: ClaimedBearer, now = Date.now()): Promise<void> {
    if (!this.isGuarded(now) || !this.#counter.hasRoom) return;
    const untold = namesOf(bearer).filter((name) => !this.#counter.hasName(name));
    if (untold.length === 0) return;
    for (const name of untold) this.#counter.addName(name);
    await this.#counter.exchange(now);
  }

  /** Counts an invalid token. `checked` is the bearer that it names if its signature was checked. */
  async countInvalid(checked: ClaimedBearer | null, now = Date.now()): Promise<void> {
    const second = Math.floor(now / 1000);
    this.#counter.add(second, 1);
    if (checked !== null) {
      for (const name of namesOf(checked).filter((name) => this.#isKnown(name))) {
        const failures = this.#failuresOf.get(name);
        if (failures) failures.count += 1;
        else this.#failuresOf.set(name, { count: 1 });
      }
      this.#trials = { second, count: this.#trials.second === second ? this.#trials.count + 1 : 1 };
    }
    await this.#counter.exchange(now);
  }

  #isKnown(name: string): boolean {
    return knownBearers.has(nameOf(this.#settings, name)) || this.#counter.hasName(name);
  }
}

export function tooManyInvalidTokens(): DomainError {
  return new DomainError(
    "throttled",
    "throttled",
    "Too many invalid tokens came from your IP address, so this token was not checked. Wait for the time in Retry-After, then try again.",
  );
}
