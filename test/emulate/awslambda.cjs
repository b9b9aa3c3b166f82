// Replaces `awslambda` in Lambda's runtime. The emulator accepts only complete responses, so streams are collected
// here.
const { PassThrough } = require("node:stream");
const { buffer } = require("node:stream/consumers");

globalThis.awslambda = {
  streamifyResponse: (handler) => async (event, context) => {
    const stream = new PassThrough();
    const collected = buffer(stream);
    collected.catch(() => undefined);
    await handler(event, stream, context);
    stream.end();
    const body = await collected;
    return { ...stream.head, body: body.toString("base64"), isBase64Encoded: true };
  },
  HttpResponseStream: { from: (stream, head) => Object.assign(stream, { head }) },
};
