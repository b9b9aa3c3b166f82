/** Incorrect usage of a command. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A field of a configuration that comes from a file or from flags is invalid. The message does not name the field. */
export class InvalidField extends UsageError {
  /** Path of the field, such as `["columns", 0, "name"]`. */
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
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
