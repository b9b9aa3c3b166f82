/** Error with which the endpoint responds, identified by the name that AWS clients recognize. */
export class WireError extends Error {
  readonly status: number;

  constructor(name: string, message: string, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}
