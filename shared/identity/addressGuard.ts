import { DomainError } from "@pdp/basics/errors";
import { LRUCache } from "lru-cache";
import type { Settings } from "#shared/runtime/scope.ts";
import { servesWholePlatform } from "#shared/runtime/servesWholePlatform.ts";
import { platformDatabase } from "#shared/store/dynamodb/database.ts";
import { invalidTokensKey } from "#shared/store/dynamodb/keys.ts";
import { addSecondCounts } from "#shared/store/secondCounts.ts";
import { SharedCounter } from "#shared/store/sharedCounter.ts";
import { networkOf } from "./networkOf.ts";

/** Invalid tokens that name the same user, from one address in a minute, after which such tokens are not checked. */
const MAX_PER_USER = 20;
/** Failed checks per second of tokens of unknown users from a guarded address, in this process. */
const TRIALS_PER_SECOND = 20;
const MINUTE_MS = 60_000;
const MAX_ADDRESSES = 10_000;
const MAX_USERS = 50_000;

/** Users whose tokens this process has verified, by platform. */
const knownUsers = new LRUCache<string, true>({ max: MAX_USERS });
const guards = new LRUCache<string, AddressGuard>({ max: MAX_ADDRESSES });

/** Returns the guard against invented tokens from an address; null if the address is unknown. */
export function addressGuard(settings: Settings, address: string | null): AddressGuard | null {
  if (address === null) return null;
  const network = networkOf(address);
  const name = `${settings.platformUrl}\n${network}`;
  const known = guards.get(name);
  if (known) return known;
  const guard = new AddressGuard(settings, network);
  guards.set(name, guard);
  return guard;
}

/**
 * Counts the invalid tokens from one address. An address with many of them in a minute is guarded: tokens that need a signature
 * check are then checked only if they name a user whose tokens are known to this process, apart from a few trials. Tokens that
 * have been verified before are never refused, because other people may share the address.
 */
export class AddressGuard {
  readonly #settings: Settings;
  readonly #counter: SharedCounter;
  /** Failed checks of tokens by the user that they name. */
  readonly #failuresOf = new LRUCache<string, { count: number }>({ max: 1_000, ttl: MINUTE_MS });
  #trials = { second: 0, count: 0 };

  constructor(settings: Settings, network: string) {
    this.#settings = settings;
    // A platform on one machine counts in its only process; functions count together.
    this.#counter = new SharedCounter(
      servesWholePlatform(settings)
        ? null
        : (added, outdated, second) =>
            addSecondCounts(
              platformDatabase({ settings }),
              invalidTokensKey(network),
              added,
              outdated,
              second,
            ),
    );
  }

  isGuarded(now = Date.now()): boolean {
    const counts = [...this.#counter.counts(Math.floor(now / 1000)).values()];
    return counts.reduce((sum, count) => sum + count, 0) >= this.#settings.invalidTokensPerAddress;
  }

  /** Raises `throttled` unless a token that names a user may be checked. */
  requireCheck(user: string, now = Date.now()): void {
    if (!this.isGuarded(now)) return;
    if ((this.#failuresOf.get(user)?.count ?? 0) >= MAX_PER_USER) throw tooManyInvalidTokens();
    if (knownUsers.has(this.#nameOf(user))) return;
    const { second, count } = this.#trials;
    if (second === Math.floor(now / 1000) && count >= TRIALS_PER_SECOND) throw tooManyInvalidTokens();
  }

  /** Remembers the user of a verified token. */
  accepted(user: string): void {
    knownUsers.set(this.#nameOf(user), true);
  }

  /** Counts an invalid token. `user` is the user that it names if its signature was checked. */
  async countInvalid(user: string | null, now = Date.now()): Promise<void> {
    const second = Math.floor(now / 1000);
    this.#counter.add(second, 1);
    if (user !== null) {
      const failures = this.#failuresOf.get(user);
      if (failures) failures.count += 1;
      else this.#failuresOf.set(user, { count: 1 });
      this.#trials = { second, count: this.#trials.second === second ? this.#trials.count + 1 : 1 };
    }
    await this.#counter.exchange(now);
  }

  #nameOf(user: string): string {
    return `${this.#settings.platformUrl}\n${user}`;
  }
}

export function tooManyInvalidTokens(): DomainError {
  return new DomainError(
    "throttled",
    "throttled",
    "Too many invalid tokens came from your IP address, so this token was not checked. Wait for the time in Retry-After, then try again.",
  );
}
