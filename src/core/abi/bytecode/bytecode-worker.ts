/**
 * Thread that finds the functions in the code of contracts. It may be ended at any time, because hostile code can make it
 * run long.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contractInfo, initSync } from 'evmole/no_tla'
import { serveThread } from '#platform/threads/serve-thread.ts'
import { findProgramFile } from '../find-program-file.ts'

/** Selectors as 8 hex digits, each with its argument types, separated by commas. */
export type FoundFunctions = readonly (readonly [selector: string, types: string])[]

const WASM = 'evmole_bg.wasm'
const wasm = findProgramFile(WASM) ?? fileURLToPath(import.meta.resolve(`evmole/${WASM}`))
initSync({ module: readFileSync(wasm) })

function findFunctions(code: string): FoundFunctions {
  const { functions = [] } = contractInfo(code, { selectors: true, arguments: true })
  return functions.flatMap(({ selector, arguments: types }) =>
    types === undefined ? [] : [[selector, types] as const],
  )
}

// An error ends the thread, because its memory is unreliable after a WebAssembly panic.
serveThread(findFunctions)
