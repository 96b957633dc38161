import type { Database } from '#platform/sqlite/database.ts'
import type { ExportHost } from '../export/export-handlers.ts'
import type { followLabels } from '../query/follow-labels.ts'
import type { archiveDomain } from '../keep/archive-domain.ts'
import { ledgerExportHandlers } from './accounting/export-ledger.ts'
import { createMovementQueries } from './ask-movements.ts'
import { createLedgers } from './create-ledgers.ts'
import { ledgerEntryHandlers, ledgersWithEntries } from './entries/entry-handlers.ts'
import { createLedgerEntries } from './entries/ledger-entries.ts'
import { createKeptLedgers } from './kept/kept-ledgers.ts'
import { ledgerHandlers, ledgerStreams } from './ledger-handlers.ts'
import type { ReadDeps } from './read-lists.ts'
import { withMergedLedgers } from './merged/merged-ledgers.ts'
import { createSpamOf } from './spam/ledger-spam.ts'

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
