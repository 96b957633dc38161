/** The calls and events `ledger.*`. */
import type { ledgerCalls, ledgerEvents } from '#shared/rpc/contract/ledger.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { Made, Ledgers } from './create-ledgers.ts'

export const ledgerHandlers = (ledgers: Ledgers): Pick<Handlers, keyof typeof ledgerCalls> => ({
  'ledger.proof': async (input, { signal }) =>
    (await ledgers.get(input, { signal, refresh: input.refresh ?? false })).proof,
  'ledger.statement': async (input, { signal }) => {
    const made = await ledgers.get(input, { signal })
    return 'statement' in made
      ? made.statement(input, { signal })
      : { ...nothingOf(made), lines: [], lineCount: 0 }
  },
  'ledger.movements': async (input, { signal }) => {
    const made = await ledgers.get(input, { signal })
    if ('movements' in made) return made.movements(input, { signal })
    return { revision: made.proof.revision, total: 0, movements: [], assets: [] }
  },
  'ledger.series': async (input, { signal }) => {
    const made = await ledgers.get(input, { signal })
    if ('series' in made) return made.series(input, { signal })
    return { revision: made.proof.revision, opening: '0', intervals: [] }
  },
})

const nothingOf = ({ proof: { revision } }: Made) => ({ revision, movements: 0 })

export const ledgerStreams = (ledgers: Ledgers): Pick<Streams, keyof typeof ledgerEvents> => ({
  'ledger.progress': (name, emit) => ledgers.onProgress(name, emit),
})
