/** Tests a row's chain by the name in a query: its name, its short name (`base`, `arb1`) or its id. */
import { $gettext } from '#shared/text/gettext.ts'
import { CHAINS, findChain, findChainByShortName } from '../chains.ts'
import { plainName } from '../text/hostile-text.ts'
import { MAX_QUERY_ERRORS, termsOf, type Query, type QueryError } from './query.ts'
import { cut } from './values.ts'

export interface RowChain {
  /** Decimal; undefined if its source does not know it. */
  readonly id: string | undefined
  /** The chain's name; for a chain that is not well-known, the name of its source. */
  readonly name: string
}

export const chainOf = (id: string | undefined, sourceName: string): RowChain => ({
  id,
  name: (id === undefined ? undefined : findChain(id)?.name) ?? plainName(sourceName),
})

/**
 * A text that is exactly one chain's name means only that chain: `eth` does not match Ethereum Classic. Any other
 * text matches a part of a name.
 */
export function chainTest(text: string, whole: boolean): (chain: RowChain | undefined) => boolean {
  const wanted = text.trim().toLowerCase()
  const known =
    findChain(wanted) ??
    findChainByShortName(wanted) ??
    CHAINS.find(({ name }) => name.toLowerCase() === wanted)
  return (chain) => {
    if (!chain) return false
    const name = chain.name.toLowerCase()
    if (chain.id === wanted || name === wanted) return true
    if (known) return chain.id === known.id
    return !whole && name.includes(wanted)
  }
}

/** Returns an error for each condition that names none of these chains. */
export function unknownChains(query: Query, chains: readonly RowChain[]): readonly QueryError[] {
  const names = [...new Set(chains.map(({ name }) => name))]
  const errors: QueryError[] = []
  for (const term of termsOf(query)) {
    if (term.kind !== 'name' || term.word !== 'chain' || errors.length === MAX_QUERY_ERRORS) continue
    if (chains.some(chainTest(term.text, term.whole))) continue
    const some = names.slice(0, MAX_NAMED).join(', ')
    const text = cut(term.text)
    errors.push({
      at: term.at,
      message:
        names.length > MAX_NAMED
          ? $gettext('None of your sources reads a chain “%{text}”. There are %{chains} and others.', {
              text,
              chains: some,
            })
          : $gettext('None of your sources reads a chain “%{text}”. There are %{chains}.', {
              text,
              chains: some,
            }),
    })
  }
  return errors
}

const MAX_NAMED = 8
