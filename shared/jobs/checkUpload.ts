import type { Column } from "#shared/domain/column.ts";
import type { FileFormat } from "#shared/domain/loads/load.ts";
import { sentences } from "#shared/domain/problem.ts";
import { checkFile } from "#shared/lake/formats/checkFile.ts";
import { withLocalFile } from "#shared/lake/locate.ts";
import type { Job } from "#shared/runtime/scope.ts";

export interface UploadInput {
  /** Key of the uploaded object. */
  key: string;
  format: FileFormat;
  /** Name of the file in problems. */
  name: string;
  columns: Column[];
}

/** Checks header and shape of an uploaded file. Returns one sentence per problem. */
export const checkUpload: Job<UploadInput, string[]> = {
  name: "checkUpload",
  kind: "check",
  run: (scope, { key, format, name, columns }) =>
    withLocalFile(scope, key, async (path) =>
      sentences({ listed: await checkFile({ path, format, name }, columns), more: 0 }),
    ),
  stopped: (reason) => new UncheckableFile(reason),
};

/** Error for a file whose check had to be stopped. */
export class UncheckableFile extends Error {
  override readonly name = "UncheckableFile";

  constructor(reason: string) {
    super(`The check of a file was stopped: ${reason}`);
  }
}
