import { describe, expect, it } from "vitest";
import { FreshRequests } from "#shared/gateway/freshRequests.ts";

describe("uploads", () => {
  it("give way as long as a request is not answered, and not after", async () => {
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

  it("go on beside a request that takes long: it waits for something else", async () => {
    const requests = new FreshRequests();
    requests.begin();
    for (let moment = requests.giveWay(); moment; moment = requests.giveWay()) await moment;
  });
});
