/** Runs the self-test in a process like the core's, from the same archive. */
import { pathToFileURL } from 'node:url'
import { selfTest } from '#host/self-test.ts'

process.parentPort.postMessage(
  await selfTest(pathToFileURL(`${import.meta.dirname}/`), process.argv.at(-1) ?? ''),
)
