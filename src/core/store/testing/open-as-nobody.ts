/** A process for tests that opens a store without the right to write there, and prints the failure. */
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { openStore } from '../open-store.ts'

const NOBODY = 65_534
if (process.getuid?.() === 0) {
  process.setgid?.(NOBODY)
  process.setuid?.(NOBODY)
}
try {
  openStore({ dataDir: process.argv[2] ?? '' }).close()
  process.stdout.write('"opened"')
} catch (error) {
  process.stdout.write(JSON.stringify(error instanceof ChainglassFailure ? error.error : String(error)))
}
