import { describeReport, newReport, type VerifyReport } from '../model/verify-report.ts'
import { NodeFailure } from '#platform/json-rpc/node-failure.ts'
import type { Pause } from './background-loop.ts'
import type { SyncContext } from './sync-context.ts'
import { VERIFY_START, verifyStep, type VerifyPosition } from './verify.ts'
import { delay } from '#platform/delay.ts'

/** Milliseconds between two steps of the background check: a node must not feel it. */
export const VERIFY_STEP_MS = 5_000
/** After a complete check. */
const REST_MS = 24 * 60 * 60 * 1_000

/** Compares the whole index with the node, slowly. Its position is stored in the index, so that it goes on after a restart. */
export function createVerifyStep(
  context: SyncContext,
  { stepMs, log }: { readonly stepMs: number; readonly log: (line: string) => void },
): () => Promise<Pause> {
  const { database } = context.store
  let report = newReport()
  let due = performance.now() + stepMs
  return async () => {
    const wait = due - performance.now()
    if (wait > 0) return wait
    due = performance.now() + stepMs
    const saved = readSaved(database.meta('verify'))
    if (Date.now() < saved.notBefore && Date.now() > saved.notBefore - REST_MS) return stepMs
    const next = await verifyStep(context, saved.position ?? VERIFY_START, report)
    if (!database.isOpen) return false
    database.setMeta(
      'verify',
      JSON.stringify({ position: next, notBefore: next === null ? Date.now() + REST_MS : 0 }),
    )
    if (next === null) {
      if (hasFound(report)) for (const line of describeReport(report)) log(line)
      report = newReport()
    }
    return stepMs
  }
}

interface Saved {
  readonly position: VerifyPosition | null
  /** Milliseconds since 1970. */
  readonly notBefore: number
}

function readSaved(text: string | null): Saved {
  return text === null ? { position: null, notBefore: 0 } : (JSON.parse(text) as Saved)
}

const hasFound = ({ repaired, again }: VerifyReport) =>
  again !== null || Object.values(repaired).some((count) => count > 0)

const RETRY_MS = 500
const MAX_FAILURES = 20

/** The whole comparison at once. Throws the NodeFailure that goes on. `context` gives null while no node responds. */
export async function verifyAll(context: () => SyncContext | null, report: VerifyReport): Promise<void> {
  let failures = 0
  for (let position: VerifyPosition | null = VERIFY_START; position !== null;) {
    const current = context()
    try {
      if (!current) throw new NodeFailure('unreachable', 'the node does not answer')
      position = await verifyStep(current, position, report)
      failures = 0
      if (report.again !== null) return
    } catch (error) {
      // oxlint-disable-next-line no-useless-assignment -- the next round reads it, when it fails too
      if (!(error instanceof NodeFailure) || ++failures > MAX_FAILURES) throw error
      await delay(RETRY_MS)
    }
  }
}
