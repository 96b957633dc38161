/** Finds a block by a name or a time: `latest`, `earliest`, `safe`, `finalized`, a day or a time. */
import type { Block } from '#shared/chain/block.ts'
import { describeProblem, describeUnknownChain } from '#shared/check/check-words.ts'
import { parseTime } from '#shared/targets/parse-time.ts'
import type { Output } from './output/output.ts'
import { describeTime } from './output/describe-time.ts'
import { describeKept } from './describe-kept.ts'
import type { Session } from './session.ts'
import { UsageError } from './output/failures.ts'

interface BlockContext {
  readonly session: Pick<Session, 'source' | 'call' | 'isOffline' | 'node'>
  readonly output: Pick<Output, 'note'>
}

/** Returns its height; undefined if the text is no such name or time. */
export async function findBlock(text: string, context: BlockContext): Promise<string | undefined> {
  switch (text.toLowerCase()) {
    case 'earliest':
      return '0'
    case 'latest': {
      const { height } = await newestBlock(context)
      context.output.note(`The newest block is ${String(height)}.`)
      return String(height)
    }
  }
  const time = parseTime(text)
  if (time === null)
    throw new UsageError(`“${text}” is no time. Write one like 2026-01-31, or 2026-01-31T12:00Z.`)
  return time === undefined ? undefined : String(await blockAt(time, context))
}

/**
 * Finds the newest block that is `safe` or `finalized`, which a node says: of `--with`, or one of the chain that is
 * followed. Undefined if the text is neither. Rejects with `UsageError` for `pending`, and where there is no node.
 */
export async function findTaggedBlock(
  text: string,
  { session: { call, source, node, isOffline }, output }: BlockContext,
): Promise<string | undefined> {
  const tag = text.trim().toLowerCase()
  if (tag === 'pending')
    throw new UsageError('A pending block has no height yet. Name latest, a height, or a time.')
  if (tag !== 'safe' && tag !== 'finalized') return undefined
  if (isOffline) throw new UsageError(`Which block is ${tag} a node says, and --offline asks none.`)
  const found = await call('check.taggedBlock', { source: source.id, tag, ...node })
  if (found.outcome === 'refused') throw new Error(describeProblem(found.problem, found.node))
  if (found.height === null) throw new Error(`${found.node.host} knows no ${tag} block yet.`)
  output.note(`The newest ${tag} block is ${String(found.height)}, as ${found.node.host} says.`)
  describeUnknownChain(found.node).forEach(output.note)
  return String(found.height)
}

/**
 * The height of a block at which a node is asked. Undefined for its newest one, which the source may not have yet, or be
 * ahead of. Rejects with `UsageError` for what is no block.
 */
export async function findHeight(
  named: string | undefined,
  context: BlockContext,
): Promise<number | undefined> {
  const text = named?.trim() ?? 'latest'
  if (text.toLowerCase() === 'latest') return undefined
  const height = (await findBlock(text, context)) ?? (await findTaggedBlock(text, context)) ?? text
  if (!/^\d{1,15}$/.test(height))
    throw new UsageError(`“${text}” is no block: name a height, latest, safe, finalized, or a time.`)
  return Number(height)
}

interface Place {
  readonly height: number
  readonly time: number
}

async function newestBlock({ session: { call, source, isOffline }, output }: BlockContext): Promise<Place> {
  const { items, kept } = await call('lists.page', {
    ...{ source: source.id, list: 'latest-blocks', params: {}, filters: {}, cursor: null },
    ...(isOffline ? { offline: true } : { refresh: true }),
  })
  if (kept) output.note(describeKept(kept))
  return placeOf((items as readonly Block[]).find(({ height }) => height != null))
}

const placeOf = (block: Pick<Block, 'height' | 'timestamp'> | undefined): Place => {
  const [height, time] = [block?.height ?? NaN, Date.parse(block?.timestamp ?? '')]
  if (Number.isNaN(height + time)) throw new Error('The source does not say when its blocks were made.')
  return { height, time }
}

/**
 * Interpolates by time, which converges fast; every third step halves the range, so that uneven block times can't
 * prevent the end.
 */
async function blockAt(time: number, context: BlockContext): Promise<number> {
  const { session, output } = context
  const read = async (height: number) => {
    const { source, isOffline: offline, call } = session
    const params = { block_hash_or_number: String(height) }
    // A stored block has its time.
    const { item } = await call('details.read', { source: source.id, detail: 'block', params, offline })
    return placeOf(item as Block)
  }
  let above = await newestBlock(context)
  if (above.time <= time) return said(above, time, output)
  // The first block of some chains has no time, or one of 1970.
  let below = await read(Math.min(1, above.height))
  if (below.time > time)
    throw new UsageError(`The first block of the chain is of ${describeTime(below.time)} UTC.`)
  for (let step = 1; above.height - below.height > 1; step += 1) {
    const between = above.height - below.height
    const share = step % 3 === 0 ? 0.5 : (time - below.time) / Math.max(1, above.time - below.time)
    const guess = below.height + Math.min(between - 1, Math.max(1, Math.round(between * share)))
    const found = await read(guess)
    if (found.time <= time) below = found
    else above = found
  }
  return said(below, time, output)
}

function said({ height, time }: Place, asked: number, output: Pick<Output, 'note'>): number {
  output.note(
    `At ${describeTime(asked)} UTC the newest block was ${String(height)}, of ${describeTime(time)}.`,
  )
  return height
}
