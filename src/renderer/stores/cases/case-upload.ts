import { MAX_CASE_BYTES, MAX_CASE_PART_LENGTH } from '#shared/rpc/contract/cases.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { fail, ok, type Result } from '#shared/errors/errors.ts'

/**
 * Sends a case file to the core in parts. Checks its size first. The core imports the case once the last part is valid.
 */
export async function giveCaseFile(
  core: Pick<RpcClient, 'call'>,
  file: File,
): Promise<Result<{ readonly id: number }>> {
  const { size: bytes } = file
  if (bytes > MAX_CASE_BYTES)
    return fail({
      code: 'invalid_input',
      field: 'file',
      reason: { kind: 'file_too_large', bytes, maxBytes: MAX_CASE_BYTES },
    })
  const text = await file.text()
  const begun = await core.call('cases.beginFile', { bytes, text: text.slice(0, MAX_CASE_PART_LENGTH) })
  if (!begun.ok) return begun
  const { token } = begun.data
  for (let at = MAX_CASE_PART_LENGTH; at < text.length; at += MAX_CASE_PART_LENGTH) {
    const given = await core.call('cases.giveFile', {
      token,
      text: text.slice(at, at + MAX_CASE_PART_LENGTH),
    })
    if (!given.ok) return given
  }
  const opened = await core.call('cases.openFile', { token })
  return opened.ok ? ok(opened.data) : opened
}
