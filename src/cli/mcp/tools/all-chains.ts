import * as z from 'zod/mini'
import type { AddressOnChain, EverywhereSource } from '#shared/rpc/contract/everywhere.ts'
import { awaitEvent } from '#shared/rpc/read-state.ts'
import { describeError } from '#shared/rpc/describe-error.ts'
import type { Session } from '../../session.ts'
import { findAddress } from '../../thing.ts'
import { shapeAll, shapeFields } from '../shape.ts'
import { address, defineTool, text } from '../tool.ts'

const MAX_CHAINS = 50

export const allChains = defineTool({
  name: 'all_chains',
  title: 'An address on all chains',
  description:
    'Balance, activity and worth of an address on every chain of the person’s sources. Chains that take credits, and test networks, are asked only where they are named; a chain’s id or name asks its free source, where there is one.',
  input: {
    address,
    chains: z.optional(
      z
        .array(text(200, 'The id or name of a source, or of a chain.'))
        .check(z.minLength(1), z.maxLength(MAX_CHAINS)),
    ),
    ...shapeFields,
  },
  async run({ session, note, progress, shape }, { address: thing, chains }) {
    const of = await findAddress(thing, { session, output: { note } })
    const all = await session.call('everywhere.sources', {})
    const chosen = chains ? namedBy(chains, all) : all.filter(isFree)
    const costly = all.filter((one) => one.credits !== null && !chosen.includes(one))
    if (chains === undefined && costly.length > 0)
      note(
        `${String(costly.length)} chains were not asked: each takes ${describeCredits(costly)} credits. Name them in chains.`,
      )
    const answers = await readAnswers(session, of, chosen, progress)
    const gone = chosen.length - answers.length
    if (gone > 0)
      note(`${String(gone)} of the sources went meanwhile, and ${gone > 1 ? 'were' : 'was'} not asked.`)
    const named = new Map(chosen.map((one) => [one.source, one]))
    const shown = shapeAll(
      answers.map(({ source, state, error, facts, keptAt, missing, otherChain }) => {
        const { name, chainId, coin } = named.get(source) ?? {}
        const problem = error ? describeError(error).title : null
        return {
          source,
          name,
          chain_id: chainId,
          coin: coin?.symbol,
          state,
          ...facts,
          kept_at: keptAt,
          problem,
          missing: missing.map((one) => ({ part: one.part, problem: describeError(one.error).title })),
          other_chain: otherChain,
        }
      }),
      shape,
    )
    if (shown.data.length < answers.length)
      note(`${String(answers.length - shown.data.length)} more were asked and are not shown.`)
    return { data: { asked: answers.length, chains: shown.data }, isCut: shown.isCut }
  },
})

const isFree = ({ credits, isTest }: EverywhereSource) => credits === null && !isTest

/** An id means this source alone; of those with the same name or chain id, those without credits go before others. */
function namedBy(chains: readonly string[], all: readonly EverywhereSource[]): readonly EverywhereSource[] {
  const wanted = new Set(
    chains.flatMap((text) => {
      const name = text.toLowerCase()
      const own = all.filter(({ source }) => source.toLowerCase() === name)
      if (own.length > 0) return own
      const named = all.filter((one) => one.name.toLowerCase() === name || one.chainId === name)
      const free = named.filter(({ credits }) => credits === null)
      return free.length > 0 ? free : named
    }),
  )
  return all.filter((one) => wanted.has(one))
}

function describeCredits(costly: readonly EverywhereSource[]): string {
  const least = Math.min(...costly.map(({ credits }) => credits?.least ?? 0))
  return `${String(least)} to ${String(Math.max(...costly.map(({ credits }) => credits?.most ?? 0)))}`
}

/** Resolves when each source has answered or failed. */
function readAnswers(
  { client, signal }: Session,
  of: string,
  asked: readonly EverywhereSource[],
  progress: (text: string) => void,
): Promise<readonly AddressOnChain[]> {
  const answers = new Map<string, AddressOnChain>()
  /** The first rows are of all sources that are asked: one of them may have gone meanwhile. */
  let count: number | undefined
  if (asked.length === 0) return Promise.resolve([])
  return awaitEvent(
    client,
    'everywhere.answers',
    { address: of, sources: asked.map(({ source }) => source), asks: true },
    (rows) => {
      count ??= rows.length
      for (const row of rows) answers.set(row.source, row)
      const done = [...answers.values()].filter(({ state }) => state === 'answered' || state === 'failed')
      progress(`${String(done.length)} of ${String(count)} chains answered`)
      return done.length === count ? done : undefined
    },
    signal,
  )
}
