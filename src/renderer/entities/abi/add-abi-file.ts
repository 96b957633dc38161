import type { RpcClient } from '#shared/rpc/client.ts'
import { MAX_ABI_LENGTH } from '#shared/rpc/contract/abi.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'

/** The chain and contract of an ABI file; null means any. */
export interface AbiScope {
  readonly chainId: string | null
  readonly address: string | null
  /** Asked for the code of the contract. */
  readonly source?: string
}

export const NOT_READ: ChainglassError = { code: 'invalid_input', field: 'file', reason: 'list_not_read' }

/** The text of a file; undefined if it can't be read: it is a folder, or was removed since. */
export const textOf = (file: File) => file.text().catch(() => undefined)

/** Stores an ABI file. Returns the error message, or undefined on success. */
export async function addAbiFile(
  core: Pick<RpcClient, 'call'>,
  file: File,
  scope: AbiScope,
): Promise<ChainglassError | undefined> {
  if (file.size > MAX_ABI_LENGTH)
    return {
      code: 'invalid_input',
      field: 'file',
      reason: { kind: 'file_too_large', bytes: file.size, maxBytes: MAX_ABI_LENGTH },
    }
  const text = await textOf(file)
  if (text === undefined) return NOT_READ
  const response = await core.call('abi.add', { name: file.name.slice(0, 200), text, ...scope })
  return response.ok ? undefined : response.error
}

/** File types that the file dialog offers. */
export const ABI_FILE_TYPES = '.json,.abi,.csv,.txt,application/json,text/csv,text/plain'
