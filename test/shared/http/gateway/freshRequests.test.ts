import { describe, expect, it } from "vitest";
import { FreshRequests } from "#shared/http/gateway/freshRequests.ts";

describe("uploads and other requests", () => {
  it("uploads yield to a request until it has been answered", async () => {
    const requests = new FreshRequests();
    expect(requests.giveWay()).toBeNull();
    const [first, second] = [requests.begin(), requests.begin()];
    first();
    first();
    const moment = requests.giveWay();
    expect(moment).toBeInstanceOf(Promise);
    second();
    await moment;
    expect(requests.giveWay()).toBeNull();
  });

  it("uploads continue alongside a long request, because it is waiting for something else", async () => {
    const requests = new FreshRequests();
    requests.begin();
    for (let moment = requests.giveWay(); moment; moment = requests.giveWay()) await moment;
  });
});
