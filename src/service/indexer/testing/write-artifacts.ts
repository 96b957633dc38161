import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compiled } from './workload.ts'

/** Contracts of the tests as Foundry writes them: out/File.sol/Contract.json. */
export function writeFoundryOut(folder: string, names: readonly string[]) {
  for (const name of names) {
    const { abi, bytecode, runtime, storageLayout } = compiled(name)
    mkdirSync(join(folder, `${name}.sol`), { recursive: true })
    writeFileSync(
      join(folder, `${name}.sol`, `${name}.json`),
      JSON.stringify({
        abi,
        bytecode: { object: bytecode },
        deployedBytecode: { object: runtime, immutableReferences: {} },
        storageLayout,
      }),
    )
  }
}
