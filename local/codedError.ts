/** Error with a code for programs. */
export class CodedError<Code extends string | number = string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}
