import type { Database } from '#platform/sqlite/database.ts'
import type { SpamRule } from '#shared/rpc/contract/ledger-spam.ts'
import type { ledgerCalls, ledgerEvents } from '#shared/rpc/contract/ledger.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { ExportHost } from '../export/export-handlers.ts'
import type { followLabels } from '../query/follow-labels.ts'
import type { archiveDomain } from '../keep/archive-domain.ts'
import { ledgerExportHandlers } from './accounting/export-ledger.ts'
import {
  createMovementQueries,
  bothOf,
  type LedgerMovementsQuery,
  type MovementQueryOf,
} from './ask-movements.ts'
import { createLedgers, type Ledgers } from './create-ledgers.ts'
import { ledgerEntryHandlers, ledgersWithEntries } from './entries/entry-handlers.ts'
import { createLedgerEntries } from './entries/ledger-entries.ts'
import { createKeptLedgers } from './kept/kept-ledgers.ts'
import { counterpartiesOf } from './ledger-counterparties.ts'
import type { Ledger } from './ledger.ts'
import type { ReadDeps } from './read-lists.ts'
import { withMergedLedgers } from './merged/merged-ledgers.ts'
import { createSpamOf, filterOf, leftOutOf, markSpam, type Counted, type SpamOf } from './spam/ledger-spam.ts'

type LedgerDomainDeps = ReadDeps &
  Pick<ReturnType<typeof archiveDomain>, 'beforeForget'> & {
    readonly store: Database
    readonly isSource: (id: string) => boolean
    readonly labels: ReturnType<typeof followLabels>
  }

export function ledgerDomain(deps: LedgerDomainDeps, host: ExportHost) {
  const { store, sources, archive, isSource, labels, beforeForget } = deps
  const entries = createLedgerEntries(store)
  const spamOf = createSpamOf(sources)
  const made = createLedgers({ ...deps, kept: createKeptLedgers(archive.reading) })
  const ledgers = withMergedLedgers(ledgersWithEntries({ ledgers: made, entries, sources }), spamOf)
  ledgers.keepSources(isSource)
  beforeForget((source, address) => ledgers.forget(source, address))
  const parts = { ledgers, entries, spamOf, sources, queryOf: createMovementQueries(sources, labels) }
  return {
    ...{ ledgers, entries },
    handlers: {
      ...ledgerHandlers(parts),
      ...ledgerEntryHandlers(parts),
      ...ledgerExportHandlers({ ...parts, ...host }),
    },
    streams: ledgerStreams(ledgers),
    close: () => {
      ledgers.close()
    },
  }
}

interface LedgerParts {
  readonly ledgers: Ledgers
  readonly spamOf: SpamOf
  readonly queryOf: MovementQueryOf
}

/** The calls and events `ledger.*`. */
function ledgerHandlers({ ledgers, spamOf, queryOf }: LedgerParts): Pick<Handlers, keyof typeof ledgerCalls> {
  /** The filter of a request, with its spam rules. */
  async function counted(ledger: Ledger, input: LedgerMovementsQuery & Counted, signal: AbortSignal) {
    const query = queryOf(input, ledger)
    const spam = await spamOf(input, ledger)
    const filter = bothOf(query, filterOf(spam, ledger, input))
    const only = (rule: SpamRule) => bothOf(spam.only(rule), query)
    return { spam, only, options: { signal, filter } }
  }
  return {
    'ledger.proof': async (input, { signal }) =>
      (await ledgers.get(input, { signal, refresh: input.refresh ?? false })).proof,
    'ledger.statement': (input, { signal }) =>
      ledgers.use(input, { signal }, async (made) => {
        if (!('statement' in made))
          return { revision: made.proof.revision, movements: 0, lines: [], lineCount: 0, leftOut: [] }
        const { spam, only, options } = await counted(made, input, signal)
        const leftOut = await leftOutOf(made, { ...spam, only }, input, options)
        return { ...(await made.statement(input, options)), leftOut }
      }),
    'ledger.movements': (input, { signal }) =>
      ledgers.use(input, { signal }, async (made) => {
        if (!('movements' in made))
          return { revision: made.proof.revision, total: 0, movements: [], assets: [] }
        const { spam, options } = await counted(made, input, signal)
        return markSpam(await made.movements(input, options), spam)
      }),
    'ledger.series': (input, { signal }) =>
      ledgers.use(input, { signal }, async (made) => {
        if (!('series' in made)) return { revision: made.proof.revision, opening: '0', intervals: [] }
        return made.series(input, (await counted(made, input, signal)).options)
      }),
    'ledger.activity': (input, { signal }) =>
      ledgers.use(input, { signal }, async (made) => {
        if (!('activity' in made)) return { revision: made.proof.revision, intervals: [] }
        return made.activity(input, (await counted(made, input, signal)).options)
      }),
    'ledger.counterparties': (input, { signal }) =>
      ledgers.use(input, { signal }, async (made) => {
        if (!('reader' in made)) {
          const others = { in: '0', out: '0', movements: 0 }
          return { revision: made.proof.revision, total: 0, counterparties: [], others }
        }
        return counterpartiesOf(made, input, (await counted(made, input, signal)).options)
      }),
  }
}

const ledgerStreams = (ledgers: Ledgers): Pick<Streams, keyof typeof ledgerEvents> => ({
  'ledger.progress': (name, emit) => ledgers.onProgress(name, emit),
})
