import type { RpcClient } from '#shared/rpc/client.ts'
import { LIST_PART_BYTES, MAX_LIST_BYTES } from '#shared/rpc/contract/signatures.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'

/**
 * Sends a list in parts to the core, which reads and keeps it. Returns the error if it was not kept, else
 * undefined. `onSent` gets the bytes sent so far.
 */
export async function sendSignatureList(
  core: Pick<RpcClient, 'call'>,
  file: File,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<ChainglassError | undefined> {
  const { size: bytes } = file
  if (bytes > MAX_LIST_BYTES)
    return {
      code: 'invalid_input',
      field: 'file',
      reason: { kind: 'file_too_large', bytes, maxBytes: MAX_LIST_BYTES },
    }
  const begun = await core.call('signatures.begin', { name: file.name.slice(0, 200), bytes }, { signal })
  if (!begun.ok) return begun.error
  const { token } = begun.data
  for (let at = 0; at < bytes; at += LIST_PART_BYTES) {
    const part = toBase64(new Uint8Array(await file.slice(at, at + LIST_PART_BYTES).arrayBuffer()))
    const sent = await core.call('signatures.append', { token, part }, { signal })
    if (!sent.ok) return sent.error
    onSent(Math.min(bytes, at + LIST_PART_BYTES))
  }
  const made = await core.call('signatures.finish', { token }, { signal })
  return made.ok ? undefined : made.error
}

/** Maximum number of arguments in one call of a function. */
const MAX_ARGUMENTS = 32_768

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += MAX_ARGUMENTS)
    text += String.fromCharCode(...bytes.subarray(at, at + MAX_ARGUMENTS))
  return btoa(text)
}
