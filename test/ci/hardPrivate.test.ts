import { transform } from "esbuild";
import { expect, test } from "vitest";
import { withHardPrivates } from "#build/hardPrivate.ts";

const SOURCE = `
export class Counter {
  private readonly start = 1;
  private count = 0;
  private shared = 5;
  private destructured = 7;
  static from(other: Counter) { return other.shared; }
  private add(by: number): void { this.count += by; }
  private get total() { return this.start + this.count; }
  take(by: number) {
    const { destructured } = this;
    this.add(by);
    return [this.total, this.shared, destructured];
  }
}
`;

test("private members that are accessed only by this become private names, and the class works as before", async () => {
  const hard = withHardPrivates(SOURCE);
  expect(hard).toContain("  #start = 1;");
  expect(hard).toContain("get #total() { return this.#start + this.#count; }");
  expect(hard).toContain("private shared = 5;");
  expect(hard).toContain("private destructured = 7;");
  for (const source of [SOURCE, hard]) {
    const { code } = await transform(source, { loader: "ts", format: "esm" });
    const { Counter } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    const counter = new Counter();
    expect([counter.take(2), counter.take(3), Counter.from(counter)]).toEqual([[3, 5, 7], [6, 5, 7], 5]);
  }
});

test("a constructor and a source without private members stay as they are", () => {
  const source = "export class One {\n  private constructor() {}\n}\n";
  expect(withHardPrivates(source)).toBe(source);
});
