import { MeasuredPage } from "../measured/measuredPage.tsx";

/** Form that trains models on a table. */
export function TrainPage() {
  return (
    <MeasuredPage
      work={{
        title: "Train models",
        verb: "Train",
        nameOf: (table) => `Models of ${table}`,
        isTraining: true,
        start: (workspace, request) => workspace.train(request),
      }}
      intro="Models learn from measured variants which sequences are plausible, and predict the assay values of new variants."
    />
  );
}
