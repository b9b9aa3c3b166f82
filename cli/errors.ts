/** Incorrect usage of a command. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The command requires a sign-in. */
export class NotSignedIn extends Error {
  override readonly name = "NotSignedIn";
}

/** Ctrl-C stopped the work. The message says how to continue. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** Files with problems that have already been shown. */
export class UnfitFiles extends Error {
  override readonly name = "UnfitFiles";
}
