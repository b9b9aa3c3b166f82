import type { Region, Settings } from "./environment.ts";

/** What code outside any workspace may reach: the platform's own records. */
export interface PlatformScope {
  readonly settings: Settings;
}

/**
 * The right to work inside one workspace. Handlers receive it after authorization and cannot make one for another
 * workspace; everything that touches tenant data takes it as its first argument.
 */
export interface WorkspaceScope extends PlatformScope {
  readonly id: string;
  readonly region: Region;
}
