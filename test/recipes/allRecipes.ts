import { addAwsResource } from "./addAwsResource.ts";
import { addColumnType } from "./addColumnType.ts";
import { addCommand } from "./addCommand.ts";
import { addConsolePage } from "./addConsolePage.ts";
import { addFileFormat } from "./addFileFormat.ts";
import { addListFilter } from "./addListFilter.ts";
import { addObjectKind } from "./addObjectKind.ts";
import { addOperation } from "./addOperation.ts";
import { addTaskType } from "./addTaskType.ts";
import type { Recipe } from "./recipe.ts";

/** All recipes in CONTRIBUTING.md for changing the project, in order. */
export const allRecipes: readonly Recipe[] = [
  addOperation,
  addCommand,
  addConsolePage,
  addListFilter,
  addFileFormat,
  addColumnType,
  addTaskType,
  addAwsResource,
  addObjectKind,
];
