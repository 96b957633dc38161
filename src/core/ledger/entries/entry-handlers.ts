/** The calls for entries (movements entered by hand), and ledgers that include them. */
import { type ledgerEntryCalls, MAX_ENTRY_NOTE_LENGTH } from '#shared/rpc/contract/ledger-entries.ts'
import { notFound } from '#shared/errors/failure.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import type { Sources } from '../../sources/sources.ts'
import type { LedgerName, Ledgers, Made } from '../create-ledgers.ts'
import type { Ledger } from '../ledger.ts'
import type { EntryOwner, LedgerEntries } from './ledger-entries.ts'
import { withEntries } from './with-entries.ts'

export interface EntryDeps {
  readonly ledgers: Ledgers
  readonly entries: LedgerEntries
  readonly sources: Pick<Sources, 'get'>
}

const ownerOf = (sources: Pick<Sources, 'get'>, { source, address }: LedgerName): EntryOwner => ({
  chain: sources.get(source).chainId ?? source,
  address: address.toLowerCase(),
})

export function ledgerEntryHandlers({
  ledgers,
  entries,
  sources,
}: EntryDeps): Pick<Handlers, keyof typeof ledgerEntryCalls> {
  return {
    'ledger.entries': (name) => entries.of(ownerOf(sources, name)),
    async 'ledger.saveEntry'({ id, entry, ...name }, { signal }) {
      const made = await ledgers.get(name, { signal })
      const asset = made.proof.assets.find((one) => one.asset.id === entry.asset)?.asset
      if (!('reader' in made) || !asset) throw notFound('ledger_not_whole')
      const note = plainName(entry.note, MAX_ENTRY_NOTE_LENGTH)
      return entries.save(ownerOf(sources, name), id, { ...entry, note, asset })
    },
    'ledger.removeEntry'({ id }) {
      entries.remove(id)
      return null
    },
  }
}

/** Ledgers with entries. The combination is made again only if the lists or the entries have changed. */
export function ledgersWithEntries({ ledgers, entries, sources }: EntryDeps): Ledgers {
  const put = new WeakMap<Ledger, { readonly revision: number; readonly ledger: Ledger }>()
  function over(name: LedgerName, made: Made): Made {
    if (!('reader' in made)) return made
    const { revision } = entries
    const known = put.get(made)
    if (known?.revision === revision) return known.ledger
    const ledger = withEntries(made, entries.of(ownerOf(sources, name)), revision)
    put.set(made, { revision, ledger })
    return ledger
  }
  return {
    ...ledgers,
    async get(name, options) {
      if (options.refresh) await ledgers.get(name, options)
      return ledgers.use(name, options, (made) => Promise.resolve(over(name, made)))
    },
    use: (name, options, work) => ledgers.use(name, options, (made) => work(over(name, made))),
  }
}
