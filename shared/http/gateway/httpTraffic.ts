import { BodyIntake } from "./bodyIntake.ts";
import { HTTP_LIMITS, type HttpLimits } from "./httpLimits.ts";
import { OpenBodies } from "./openBodies.ts";
import { RequestQueue } from "./requestQueue.ts";
import { UnreadAnswers } from "./unreadAnswers.ts";

/** Requests, bodies and responses of several servers, under shared limits. */
export class HttpTraffic {
  readonly limits: HttpLimits;
  readonly queue: RequestQueue;
  readonly bodies: OpenBodies;
  readonly intake: BodyIntake;
  readonly unread: UnreadAnswers;

  constructor(limits: HttpLimits = HTTP_LIMITS) {
    this.limits = limits;
    this.queue = new RequestQueue(limits.queue);
    this.bodies = new OpenBodies(limits.bodies);
    this.intake = new BodyIntake(this.bodies, limits.bodies);
    this.unread = new UnreadAnswers(limits.unread);
  }
}
