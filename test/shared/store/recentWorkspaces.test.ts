import { describe, expect, it } from "vitest";
import type { WorkspaceEntity } from "#shared/domain/workspace.ts";
import type { PlatformScope } from "#shared/runtime/scope.ts";
import { forgetWorkspace, recentWorkspace } from "#shared/store/recentWorkspaces.ts";

const scope = { settings: { platformUrl: "http://recent.test" } } as unknown as PlatformScope;
const workspace = (name: string, id: string) => ({ name, id }) as unknown as WorkspaceEntity;

describe("a workspace needed by requests", () => {
  it("a workspace is read once for all waiting requests", async () => {
    let reads = 0;
    const read = async () => {
      reads += 1;
      return workspace("one", "1");
    };
    const ask = () => recentWorkspace(scope, "one", () => true, read);
    expect((await Promise.all([ask(), ask(), ask()])).map((found) => found?.id)).toEqual(["1", "1", "1"]);
    expect((await ask())?.id).toBe("1");
    expect(reads).toBe(1);
  });

  it("a workspace is read again after a change, even if the change is made during a read", async () => {
    const first = Promise.withResolvers<WorkspaceEntity>();
    const before = recentWorkspace(
      scope,
      "two",
      () => true,
      () => first.promise,
    );
    forgetWorkspace(scope, "two");
    const after = recentWorkspace(
      scope,
      "two",
      () => true,
      async () => workspace("two", "new"),
    );
    expect((await after)?.id).toBe("new");
    first.resolve(workspace("two", "old"));
    expect((await before)?.id).toBe("old");
    const known = await recentWorkspace(
      scope,
      "two",
      () => true,
      async () => workspace("two", "unused"),
    );
    expect(known?.id).toBe("new");
  });

  it("a workspace is not cached after a failed read", async () => {
    const failing = recentWorkspace(
      scope,
      "three",
      () => true,
      () => Promise.reject(new Error("down")),
    );
    await expect(failing).rejects.toThrow("down");
    const found = await recentWorkspace(
      scope,
      "three",
      () => true,
      async () => workspace("three", "3"),
    );
    expect(found?.id).toBe("3");
  });
});
