/** Temporary folders of specs. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const createTempFolder = (prefix = 'chainglass-e2e-') => mkdtempSync(join(tmpdir(), prefix))

/** A child of a process that was killed may write to the folder a moment longer: removal is then retried. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
