/** The files of a verified source, as a source tells them: bounded, and read one by one. */
import { parseLosslessJson } from '#shared/lossless-json.ts'
import { invalidFieldsOf } from '#shared/chain/invalid-fields.ts'
import type { SmartContract } from '#shared/chain/smart-contract.ts'
import type { ContractFile } from '#shared/rpc/contract/contracts.ts'
import { plainName } from '#shared/text/hostile-text.ts'

/** Number of files of a contract; the largest verified contracts have 200. */
const MAX_FILES = 500
/** Characters of all. One that is too long by itself was left out when the answer was read. */
const MAX_LENGTH = 8 * 1024 * 1024
const MAX_PATH_LENGTH = 300
const BOUNDS = { values: 20_000, keys: 20_000 }

export function filesOf(contract: SmartContract): {
  readonly files: readonly ContractFile[]
  readonly omittedFiles: number
} {
  const others: unknown = contract.additional_sources
  const listed = [
    ...mainFiles(contract),
    ...(Array.isArray(others) ? (others as readonly unknown[]).map(fileOf) : []),
  ].filter((file) => file !== null)
  const files: ContractFile[] = []
  let left = MAX_LENGTH
  for (const { path, text } of listed) {
    if (files.length === MAX_FILES || text.length > left) break
    left -= text.length
    files.push({ path: plainName(path, MAX_PATH_LENGTH) || String(files.length + 1), text })
  }
  const unread = invalidFieldsOf(contract).filter(
    ({ path: [field] }) => field === 'source_code' || field === 'additional_sources',
  )
  return { files, omittedFiles: listed.length + unread.length - files.length }
}

/** Some sources give the whole input of the compiler as the text of one file. */
function mainFiles({
  source_code: text,
  file_path: path,
  name,
  language,
}: SmartContract): readonly ContractFile[] {
  if (!text) return []
  const body = text.trim()
  // Etherscan wraps it into brackets of its own.
  const isWrapped = body.startsWith('{{') && body.endsWith('}}')
  const input = body.startsWith('{') ? filesOfInput(isWrapped ? body.slice(1, -1) : body) : []
  if (input.length > 0) return input
  const end = language?.toLowerCase() === 'vyper' ? 'vy' : 'sol'
  return [{ path: path ?? `${name ?? 'Contract'}.${end}`, text }]
}

function filesOfInput(text: string): readonly ContractFile[] {
  try {
    const { json } = parseLosslessJson(text, BOUNDS)
    const { sources } = json as { readonly sources?: unknown }
    if (typeof sources !== 'object' || sources === null) return []
    return Object.entries(sources).flatMap(([path, one]) => {
      const content = (one as { readonly content?: unknown } | null)?.content
      return typeof content === 'string' ? [{ path, text: content }] : []
    })
  } catch {
    return []
  }
}

function fileOf(told: unknown): ContractFile | null {
  if (typeof told !== 'object' || told === null) return null
  const { file_path: path, source_code: text } = told as Readonly<Record<string, unknown>>
  return typeof text === 'string' ? { path: typeof path === 'string' ? path : '', text } : null
}
