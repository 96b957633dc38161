/** See reports.mjs. */
export interface TestedFile {
  file: string
  seconds: number
  tests: { name: string; status: 'passed' | 'failed' | 'skipped'; message: string }[]
}
export function readVitestReport(path: string): TestedFile[]
