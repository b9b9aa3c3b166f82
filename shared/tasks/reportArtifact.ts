import { finiteReport } from "#shared/reports/finiteReport.ts";
import type { Report } from "#shared/reports/report.ts";
import { reportHeadline } from "#shared/reports/reportHeadline.ts";
import { reportHtml } from "#shared/reports/reportHtml.ts";
import { withChartIds } from "#shared/reports/withChartIds.ts";
import type { NewArtifact } from "./taskRun.ts";

/** Converts a report to an artifact: its summary and key figures, and its full content as JSON and as a page. */
export function reportArtifact(report: Report, filename: string): NewArtifact {
  const finite = finiteReport(withChartIds(report));
  return {
    name: "report",
    type: "report/v1",
    data: { ...reportHeadline(finite) },
    payloads: {
      json: {
        content: JSON.stringify(finite),
        content_type: "application/json",
        filename: `${filename}.json`,
      },
      html: {
        content: reportHtml(finite),
        content_type: "text/html; charset=utf-8",
        filename: `${filename}.html`,
      },
    },
  };
}
