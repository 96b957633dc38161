/** See vitest-reporter.mjs. */
export const VITEST_REPORT_VARIABLE: string
