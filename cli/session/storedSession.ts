import { SignInError } from "#client/signIn/authenticate.ts";
import { Session } from "#client/signIn/session.ts";
import type { TokenSource } from "#client/tokens.ts";
import { NotSignedIn } from "../errors.ts";
import { changeCredentials, type KeptSession } from "./credentials.ts";

/** User session in the credentials file, which multiple processes may use at the same time. */
export class StoredSession implements TokenSource {
  readonly #path: string;
  readonly #url: string;

  constructor(path: string, url: string) {
    this.#path = path;
    this.#url = url;
  }

  accessToken(refused?: string): Promise<string> {
    return this.#use((session) => session.accessToken(refused));
  }

  /** Switches to another of the user's organizations. */
  async enterOrganization(organizationId: string): Promise<void> {
    await this.#use((session) => session.enterOrganization(organizationId));
  }

  async #use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return changeCredentials(this.#path, async ({ platforms }) => {
      const kept = platforms[this.#url];
      if (!kept) throw notSignedIn(this.#url);
      try {
        return await work(sessionOf(kept));
      } catch (error) {
        if (error instanceof SignInError && error.code === "invalid_grant") {
          throw new NotSignedIn(`Your session at ${this.#url} has expired. Sign in with: pdp login`);
        }
        throw error;
      }
    });
  }
}

export function notSignedIn(url: string): NotSignedIn {
  return new NotSignedIn(
    `You are not signed in at ${url}. Sign in with: pdp login    (programs: set PDP_TOKEN, or PDP_CLIENT_ID and PDP_CLIENT_SECRET)`,
  );
}

/** Returns the stored session, which is updated with its tokens. */
function sessionOf(kept: KeptSession): Session {
  return new Session(kept.provider, kept, (tokens) => {
    Object.assign(kept, tokens);
  });
}
