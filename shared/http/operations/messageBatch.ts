import * as v from "valibot";

/** Messages of a queue, as a function receives them. */
export const MessageBatch = v.object({
  Records: v.array(
    v.object({
      messageId: v.string(),
      body: v.string(),
      attributes: v.object({ ApproximateReceiveCount: v.string() }),
    }),
  ),
});
