/** One small JSON answer from a host a person named, without any key: for what is not a list of the table of lists. */

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_000_000

/** `undefined` where there is no such thing to read, for whatever reason. Follows no redirect. */
export async function readJson(url: string, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': 'Chainglass' },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const text = await bounded(response)
    return response.ok && text !== undefined ? (JSON.parse(text) as unknown) : undefined
  } catch {
    return undefined
  }
}

async function bounded(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
