export default {
  asTable: "Show as a table",
  asPlot: "Show as a chart",
  noChecks: "Not checked yet",
  checks: {
    one: "The last check; failed: {failed}",
    other: "The last {count} checks; failed: {failed}",
  },
  day: "Day",
} as const;
