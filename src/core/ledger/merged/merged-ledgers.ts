/** Ledgers of several addresses. They are combined from single ledgers, and again when one of these changes. */
import type { LedgerName, Ledgers, Made } from '../create-ledgers.ts'
import { openLedgerFile } from '../kept/ledger-file.ts'
import { MovementStore } from '../kept/movement-store.ts'
import { LedgerChanged } from '../movements.ts'
import type { SpamOf } from '../spam/ledger-spam.ts'
import { combineLedgers } from './combine-ledgers.ts'
import { withoutWhole } from './prove-merged.ts'

/** Maximum number of movements combined in memory, and of combined ledgers kept. */
const MAX_COMBINED = 250_000
const MAX_REMEMBERED = 4

interface Part {
  readonly address: string
  readonly ledger: Made
}

export function withMergedLedgers(ledgers: Ledgers, spamOf: SpamOf): Ledgers {
  const remembered = new Map<string, { readonly parts: readonly Part[]; readonly made: Made }>()
  let revision = 0
  let store: MovementStore | undefined
  const drop = (all: readonly Made[]) =>
    store?.drop(all.flatMap((made) => ('reader' in made ? [made.reader.ledger] : [])))

  async function combine(name: LedgerName, parts: readonly Part[], signal: AbortSignal): Promise<Made> {
    revision += 1
    const whole = parts.flatMap(({ address, ledger }) => ('reader' in ledger ? [{ address, ledger }] : []))
    if (whole.length < parts.length) return { proof: withoutWhole(parts, revision, 'incomplete'), size: 1 }
    if (whole.reduce((sum, { ledger }) => sum + ledger.size, 0) > MAX_COMBINED)
      return { proof: withoutWhole(parts, revision, 'too_many'), size: 1 }
    const members = []
    for (const { address, ledger } of whole)
      members.push({ address, ledger, spam: await spamOf({ source: name.source, address }, ledger) })
    store ??= new MovementStore(openLedgerFile(':memory:'))
    return combineLedgers(members, { revision, store }, signal)
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
    const before = remembered.get(key)
    if (before) drop([before.made])
    remembered.delete(key)
    remembered.set(key, { parts, made })
    const [oldest] = remembered
    if (remembered.size > MAX_REMEMBERED && oldest) {
      remembered.delete(oldest[0])
      drop([oldest[1].made])
    }
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
    async use(name, options, work) {
      if (isOne(name)) return ledgers.use(name, options, work)
      try {
        return await work(await get(name, options))
      } catch (error) {
        // The movements were replaced meanwhile, so the work is done again.
        if (!(error instanceof LedgerChanged)) throw error
        return work(await get(name, options))
      }
    },
    async forget(source, address) {
      const all = [...remembered.values()].map(({ made }) => made)
      remembered.clear()
      drop(all)
      await ledgers.forget(source, address)
    },
    close() {
      remembered.clear()
      store?.database.close()
      ledgers.close()
    },
  }
}

/** In lower case, without duplicates. */
const addressesOf = ({ address, others = [] }: LedgerName): readonly string[] => [
  ...new Set([address, ...others].map((one) => one.toLowerCase())),
]
