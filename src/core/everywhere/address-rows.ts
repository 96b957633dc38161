/** The row of each source, updated by its answers. */
import type { AddressOnChain, OtherChain } from '#shared/rpc/contract/everywhere.ts'
import { formatSourceHost, type Coin, type Source } from '#shared/source.ts'
import { factsOf, NO_ANSWERS, type AddressAnswers } from './address-facts.ts'
import type { KeptAnswers } from './read-address.ts'

export type AddressRows = ReturnType<typeof createRows>

export function createRows(
  coinOf: (source: string) => Coin,
  emit: (rows: readonly AddressOnChain[]) => void,
) {
  const rows = new Map<string, AddressOnChain>()
  const kept = new Map<string, KeptAnswers>()
  const refused = new Set<string>()
  return {
    start(source: string, before: KeptAnswers, asks: boolean): AddressOnChain {
      kept.set(source, before)
      const row: AddressOnChain = {
        source,
        state: asks ? 'waiting' : 'unasked',
        error: null,
        facts: factsOf(before.answers, coinOf(source)),
        keptAt: before.keptAt,
        missing: [],
        otherChain: null,
      }
      rows.set(source, row)
      return row
    },
    /** The row of a refused source no longer changes. */
    change(source: string, change: Partial<AddressOnChain>) {
      const before = rows.get(source)
      if (!before || refused.has(source)) return
      const row = { ...before, ...change }
      rows.set(source, row)
      emit([row])
    },
    /** Marks an answer as being from another chain: neither it nor stored data of the source is shown. */
    refuse(source: Source, otherChain: OtherChain) {
      this.change(source.id, {
        state: 'failed',
        error: { code: 'bad_response', kind: 'other_chain', host: formatSourceHost(source) },
        facts: factsOf(NO_ANSWERS, source.coin),
        keptAt: null,
        missing: [],
        otherChain,
      })
      refused.add(source.id)
    },
    isRefused: (source: string) => refused.has(source),
    /** The facts from the answers, and from stored data where there is no answer. */
    factsWith(source: string, answers: AddressAnswers): Pick<AddressOnChain, 'facts' | 'keptAt'> {
      const { answers: before, keptAt } = kept.get(source) ?? { answers: NO_ANSWERS, keptAt: null }
      const joined = { ...before, ...answers, pages: { ...before.pages, ...answers.pages } }
      const hasAll =
        answers.detail !== undefined &&
        (answers.counters !== undefined || before.counters === undefined) &&
        Object.keys(before.pages).every((list) => list in answers.pages)
      return { facts: factsOf(joined, coinOf(source)), keptAt: hasAll ? null : keptAt }
    },
  }
}
