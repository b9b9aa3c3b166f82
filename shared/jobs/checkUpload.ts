import type { Column } from "@pdp/basics/columns";
import { sentences } from "@pdp/basics/wording";
import { checkFile } from "@pdp/formats/files";
import type { FileFormat, FileOptions } from "@pdp/formats/options";

import type { FileCheck } from "#shared/domain/loads/load.ts";
import { withLocalFile } from "#shared/objects/locate.ts";
import { withProblemLogs } from "#shared/objects/problemLogs.ts";
import type { Job, StopReason } from "#shared/runtime/scope.ts";

export interface UploadInput {
  /** Key of the uploaded object. */
  key: string;
  format: FileFormat;
  /** Name of the file in problem reports. */
  name: string;
  columns: Column[];
  /** Reference of the table, used in advice. */
  table: string;
  reading: FileOptions;
  /** Key of the object to which all problems are written, if there are any. */
  problems_key: string;
}

/** Checks the header and shape of an uploaded file. */
export const checkUpload: Job<UploadInput, FileCheck> = {
  name: "checkUpload",
  kind: "check",
  run: (scope, { key, columns, problems_key: problemsKey, ...file }) =>
    withLocalFile(scope, key, (path) =>
      withProblemLogs(scope, problemsKey, 1, async ([log]) => {
        const problems = await checkFile({ path, ...file, ...(log && { log }) }, columns);
        return { errors: sentences(problems), problem_count: problems.count };
      }),
    ),
  stopped: (reason) => new UncheckableFile(reason),
};

/** Reasons that a problem report gives for a file whose check was stopped. */
const STOPPED: Record<StopReason, string> = {
  time: "reading it takes more computing time than a file may use; save it with fewer rows or columns",
  memory: "reading it takes more memory than a file may use; save it with fewer rows or columns",
  crash: "it could not be read; save it again, or in another format",
};

/** Error for a file if its check was aborted. */
export class UncheckableFile extends Error {
  override readonly name = "UncheckableFile";
  /** Reason for a problem report. */
  readonly reason: string;

  constructor(reason: StopReason) {
    super(`The check of a file was stopped: ${reason}`);
    this.reason = STOPPED[reason];
  }
}
