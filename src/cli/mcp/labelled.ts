/** Writes addresses as the command line does: in their checksummed case, and which of them the person has labelled. */
import { parseAddress } from '#shared/targets/parse-address.ts'
import { readRowContext } from '../row-context.ts'
import type { Session } from '../session.ts'

const ADDRESS = /^0x[\da-f]{40}$/i

/** `data` is what is written as JSON: objects, arrays and plain values. */
export async function withLabels(session: Session, data: unknown) {
  const { labels } = await readRowContext(session)
  const found: Record<string, string> = {}
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]))
    if (typeof value !== 'string' || !ADDRESS.test(value)) return value
    const address = parseAddress(value)?.address ?? value
    const label = labels.get(value.toLowerCase())
    if (label !== undefined) found[address] = label
    return address
  }
  return { data: walk(data), ...(Object.keys(found).length > 0 && { labels: found }) }
}
