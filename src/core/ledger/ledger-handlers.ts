/** The calls and events `ledger.*`. */
import type { ledgerCalls, ledgerEvents } from '#shared/rpc/contract/ledger.ts'
import type { SpamRule } from '#shared/rpc/contract/ledger-spam.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import { counterpartiesOf } from './ledger-counterparties.ts'
import { bothOf, type LedgerMovementsQuery, type MovementQueryOf } from './ask-movements.ts'
import type { Ledgers } from './create-ledgers.ts'
import type { Ledger } from './ledger.ts'
import { filterOf, leftOutOf, markSpam, type Counted, type SpamOf } from './spam/ledger-spam.ts'

export interface LedgerParts {
  readonly ledgers: Ledgers
  readonly spamOf: SpamOf
  readonly queryOf: MovementQueryOf
}

export function ledgerHandlers({
  ledgers,
  spamOf,
  queryOf,
}: LedgerParts): Pick<Handlers, keyof typeof ledgerCalls> {
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

export const ledgerStreams = (ledgers: Ledgers): Pick<Streams, keyof typeof ledgerEvents> => ({
  'ledger.progress': (name, emit) => ledgers.onProgress(name, emit),
})
