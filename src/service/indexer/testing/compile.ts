import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'

export interface Compiled {
  readonly abi: Abi
  readonly bytecode: Hex
  readonly runtime: Hex
  readonly storageLayout: unknown
}

const CONTRACTS = join(import.meta.dirname, 'contracts')
const MODULES = join(import.meta.dirname, '../../../../node_modules')
const EVM = 'cancun'

/** The contracts of the tests by their names, compiled with solc from npm once and kept under node_modules/.cache. */
export function compiledContracts(): Record<string, Compiled> {
  const sources = readdirSync(CONTRACTS)
    .filter((name) => name.endsWith('.sol'))
    .map((name) => [name, readFileSync(join(CONTRACTS, name), 'utf8')] as const)
  const require = createRequire(import.meta.url)
  const version = (require('solc/package.json') as { version: string }).version
  const key = createHash('sha256')
    .update(JSON.stringify([version, EVM, sources]))
    .digest('hex')
    .slice(0, 16)
  const cache = join(MODULES, '.cache', 'chainglass-contracts')
  const file = join(cache, `${key}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Compiled>
  const compiled = compile(Object.fromEntries(sources), require)
  mkdirSync(cache, { recursive: true })
  writeFileSync(`${file}.${String(process.pid)}`, JSON.stringify(compiled))
  renameSync(`${file}.${String(process.pid)}`, file)
  return compiled
}

interface SolcOutput {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<
    string,
    Record<
      string,
      {
        abi: Abi
        storageLayout: unknown
        evm: { bytecode: { object: string }; deployedBytecode: { object: string } }
      }
    >
  >
}

function compile(sources: Record<string, string>, require: NodeJS.Require): Record<string, Compiled> {
  const solc = require('solc') as { compile(input: string, callbacks: object): string }
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).map(([name, content]) => [name, { content }])),
    settings: {
      evmVersion: EVM,
      optimizer: { enabled: true, runs: 200 },
      outputSelection: {
        '*': { '*': ['abi', 'storageLayout', 'evm.bytecode.object', 'evm.deployedBytecode.object'] },
      },
    },
  }
  const read = (path: string) => ({ contents: readFileSync(join(MODULES, path), 'utf8') })
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: read })) as SolcOutput
  const errors = output.errors?.filter((error) => error.severity === 'error') ?? []
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  return Object.fromEntries(
    Object.keys(sources).flatMap((source) =>
      Object.entries(output.contracts[source] ?? {}).map(([name, contract]) => [
        name,
        {
          abi: contract.abi,
          storageLayout: contract.storageLayout,
          bytecode: `0x${contract.evm.bytecode.object}` satisfies Hex,
          runtime: `0x${contract.evm.deployedBytecode.object}` satisfies Hex,
        },
      ]),
    ),
  )
}
