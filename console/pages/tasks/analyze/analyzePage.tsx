import { MeasuredPage } from "../measured/measuredPage.tsx";

/** Form that analyzes measured variants. */
export function AnalyzePage() {
  return (
    <MeasuredPage
      work={{
        title: "Analyze data",
        verb: "Analyze",
        nameOf: (table) => `Analysis of ${table}`,
        start: (workspace, request) => workspace.analyze(request),
      }}
      intro="An analysis shows how noisy the measurements are, which parts of the protein they cover, which values stand out, and what each substitution does."
    />
  );
}
