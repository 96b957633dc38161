/** Ledgers of several addresses: put together from those of each, and anew where one of them is another. */
import type { LedgerName, Ledgers, Made } from '../create-ledgers.ts'
import { LedgerChanged } from '../kept/movement-store.ts'
import type { SpamOf } from '../spam/ledger-spam.ts'
import { combineLedgers } from './combine-ledgers.ts'
import { withoutWhole } from './prove-several.ts'

/** Movements that are put together in memory; and how many of those ledgers are remembered. */
const MAX_COMBINED = 250_000
const MAX_REMEMBERED = 4

interface Part {
  readonly address: string
  readonly ledger: Made
}

export function ledgersOfSeveral(ledgers: Ledgers, spamOf: SpamOf): Ledgers {
  const remembered = new Map<string, { readonly parts: readonly Part[]; readonly made: Made }>()
  let revision = 0

  async function combine(name: LedgerName, parts: readonly Part[], signal: AbortSignal): Promise<Made> {
    revision += 1
    const whole = parts.flatMap(({ address, ledger }) => ('reader' in ledger ? [{ address, ledger }] : []))
    if (whole.length < parts.length) return { proof: withoutWhole(parts, revision, 'incomplete'), size: 1 }
    if (whole.reduce((sum, { ledger }) => sum + ledger.size, 0) > MAX_COMBINED)
      return { proof: withoutWhole(parts, revision, 'too_many'), size: 1 }
    const members = []
    for (const { address, ledger } of whole)
      members.push({ address, ledger, spam: await spamOf({ source: name.source, address }, ledger) })
    return combineLedgers(members, revision, signal)
  }

  async function put(
    name: LedgerName,
    { signal, refresh = false }: { readonly signal: AbortSignal; readonly refresh?: boolean },
  ): Promise<Made> {
    const { source } = name
    const parts: Part[] = []
    for (const address of addressesOf(name))
      parts.push({ address, ledger: await ledgers.get({ source, address }, { signal, refresh }) })
    const key = [source, ...parts.map(({ address }) => address)].join(' ')
    const known = remembered.get(key)
    if (known?.parts.every(({ ledger }, nth) => ledger === parts[nth]?.ledger)) return known.made
    const made = await combine(name, parts, signal)
    remembered.delete(key)
    remembered.set(key, { parts, made })
    const [oldest] = remembered.keys()
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
    return made
  }

  async function get(name: LedgerName, options: Parameters<Ledgers['get']>[1]): Promise<Made> {
    try {
      return await put(name, options)
    } catch (error) {
      if (!(error instanceof LedgerChanged)) throw error
      return put(name, { ...options, refresh: true })
    }
  }

  const isOne = (name: LedgerName) => addressesOf(name).length === 1
  return {
    ...ledgers,
    get: (name, options) => (isOne(name) ? ledgers.get(name, options) : get(name, options)),
    use: async (name, options, work) =>
      isOne(name) ? ledgers.use(name, options, work) : work(await get(name, options)),
    async forget(source, address) {
      remembered.clear()
      await ledgers.forget(source, address)
    },
  }
}

/** In lower case, each once. */
const addressesOf = ({ address, others = [] }: LedgerName): readonly string[] => [
  ...new Set([address, ...others].map((one) => one.toLowerCase())),
]
