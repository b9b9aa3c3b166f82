import type { components } from "./schema.ts";

export type Table = components["schemas"]["Table"];
export type Version = components["schemas"]["Version"];
export type ProjectSummary = components["schemas"]["ProjectSummary"];
export type FilePreview = components["schemas"]["FilePreview"];
export type OrderCreate = components["schemas"]["OrderCreate"];
