import type { Report } from "#shared/science/reports/report.ts";
import { reportHtml } from "#shared/science/reports/reportHtml.ts";
import type { NewArtifact } from "./taskRun.ts";

/** A report as an artifact: its summary and key figures, and all of it as JSON and as a page. */
export async function reportArtifact(report: Report, filename: string): Promise<NewArtifact> {
  const { title, summary, figures } = report;
  return {
    name: "report",
    type: "report/v1",
    data: { title, summary, figures },
    payloads: {
      json: {
        content: JSON.stringify(report),
        content_type: "application/json",
        filename: `${filename}.json`,
      },
      html: {
        content: await reportHtml(report),
        content_type: "text/html; charset=utf-8",
        filename: `${filename}.html`,
      },
    },
  };
}
