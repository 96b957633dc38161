/** Finds the thing of the chain, or its list, that the command line names. */
import * as z from 'zod/mini'
import { searchResults } from '#shared/chain/search.ts'
import { findList, listEndpoint, listsOf, type ListId, type ListOwner } from '#shared/lists/list-table.ts'
import type { DetailId } from '#shared/lists/detail-table.ts'
import type { OF_ADDRESS, OF_BLOCK, OF_INSTANCE, OF_TRANSACTION } from '#shared/path-params.ts'
import { parseAddress } from '#shared/targets/parse-address.ts'
import { parseTargets } from '#shared/targets/parse-target.ts'
import type { Target } from '#shared/targets/target.ts'
import { normaliseEnsName } from '#shared/text/ens-name.ts'
import { labelsOn } from '#shared/watch/watch-labels.ts'
import { findBlock, findTaggedBlock } from './find-block.ts'
import type { Output } from './output/output.ts'
import { readDetail, type Session } from './session.ts'
import { readWatched } from './row-context.ts'
import { UsageError } from './output/failures.ts'

type Params = Readonly<Record<string, string>>
type ParamsOf<Table> = Table extends unknown ? Readonly<Record<keyof Table, string>> : never

/** The context for finding a thing: a source that resolves names, and an output for remarks. */
export interface ThingContext {
  readonly session: Pick<Session, 'source' | 'call' | 'isOffline' | 'client' | 'node'>
  readonly output: Pick<Output, 'note'>
}

/**
 * Prints remarks, such as a wrong checksum. A label is the person's own; ENS names and times are looked up at the
 * source. Rejects with `UsageError`, whose message says what the text could be.
 */
export async function findThing(text: string, { session, output }: ThingContext): Promise<Target> {
  const block = await findBlock(text.trim(), { session, output })
  if (block !== undefined) return { kind: 'block', block }
  const { targets, notes, hint } = parseTargets(text)
  const [target] = targets
  for (const note of notes) output.note(note)
  if (target) return target
  const labelled = parseAddress((await addressOfLabel(text, session)) ?? '')
  if (labelled) return { kind: 'address', ...labelled }
  // A label may have the same name: Safe is one of a wallet, too.
  const tagged = await findTaggedBlock(text, { session, output })
  if (tagged !== undefined) return { kind: 'block', block: tagged }
  const name = normaliseEnsName(text)
  if (name === undefined) throw new UsageError(hint ?? 'Name an address, a transaction, a block or a token.')
  const read = parseAddress((await addressOfName(name, session)) ?? '0x')
  if (read) return { kind: 'address', ...read }
  throw new UsageError(`${session.source.name} knows no address with the name “${text.trim()}”.`)
}

/** The address of a label in the watchlist, if only one address has it. */
async function addressOfLabel(
  text: string,
  { client, source }: ThingContext['session'],
): Promise<string | undefined> {
  const wanted = text.trim().toLowerCase()
  const labels = labelsOn(await readWatched(client), source.chainId)
  const [found, other] = [...labels].filter(([, label]) => label.toLowerCase() === wanted)
  if (found && other) throw new UsageError(`Several addresses have the label “${text.trim()}”: name one.`)
  return found?.[0]
}

async function addressOfName(name: string, session: ThingContext['session']): Promise<string | undefined> {
  const { item } = await readDetail(session, { detail: 'search-quick', params: { q: name } })
  const found = z.safeParse(searchResults, item)
  const named = (found.success ? found.data : []).find(
    ({ type, ens_info: ens, name: own }) => type === 'ens_domain' && (ens?.name ?? own) === name,
  )
  return named?.address_hash ?? named?.ens_info?.address_hash ?? undefined
}

export interface NamedList {
  readonly list: ListId
  readonly params: Params
}

/**
 * `transactions` alone is a list of the chain. With `isToken`, an address names the lists of a token before other
 * lists.
 */
export async function findNamedList(
  thing: string,
  name: string | undefined,
  { isToken = false, ...asked }: ThingContext & { readonly isToken?: boolean },
): Promise<NamedList> {
  const ofChain = findList('chain', thing)
  if (name === undefined && ofChain) return { list: ofChain, params: {} }
  if (name === undefined)
    throw new UsageError(
      `Name a list: ${namesOf('chain')} of the chain, or an address and one of ${namesOf('address')}.`,
    )
  const target = asToken(await findThing(thing, asked), isToken)
  const owners = OWNERS[target.kind]
  for (const owner of owners) {
    const list = findList(owner, name)
    if (!list) continue
    if (target.kind === 'address' && owner === 'address' && findList('token', name))
      await sayIfToken(target.address, asked)
    return { list, params: paramsOf(owner === 'block' ? asBlock(target) : target) }
  }
  throw new UsageError(`There is no list “${name}” of this. Lists are ${owners.map(namesOf).join(', ')}.`)
}

/** A token contract can also hold other tokens, so its address has two kinds of lists. */
async function sayIfToken(address: string, { session, output }: ThingContext) {
  const { source, isOffline: offline, call } = session
  // Stored data is enough. If the source does not say, the list is the same.
  const of = { source: source.id, detail: 'address', params: { address_hash: address }, offline } as const
  const read = await call('details.read', of).catch(() => undefined)
  if ((read?.item as { readonly token?: unknown } | undefined)?.token != null)
    output.note(
      'This address is a token, too. These are the rows of the contract as an address; “token” (--token) asks for those of the token.',
    )
}

export const asToken = (target: Target, isToken: boolean): Target =>
  isToken && target.kind === 'address' ? { ...target, kind: 'token' } : target

const OWNERS: Readonly<Record<Target['kind'], readonly ListOwner[]>> = {
  address: ['address', 'token'],
  token: ['token', 'address'],
  nft: ['token-instance'],
  // A hash may be a block's, which has lists that no transaction has.
  transaction: ['transaction', 'block'],
  block: ['block'],
}

const namesOf = (owner: ListOwner) =>
  listsOf(owner)
    .map((list) => listEndpoint(list).slug)
    .join(', ')

/** The type checks that these are the parameters of the tables of lists and details. */
export function paramsOf(
  target: Target,
): ParamsOf<typeof OF_ADDRESS | typeof OF_INSTANCE | typeof OF_TRANSACTION | typeof OF_BLOCK> {
  switch (target.kind) {
    case 'address':
    case 'token':
      return { address_hash: target.address }
    case 'nft':
      return { address_hash: target.address, token_id: target.tokenId }
    case 'transaction':
      return { transaction_hash: target.hash }
    case 'block':
      return { block_hash_or_number: target.block }
  }
}

/** The block with a transaction target's hash, in case the hash is a block's. */
export const asBlock = (target: Target): Target =>
  target.kind === 'transaction' ? { kind: 'block', block: target.hash } : target

export const DETAIL_OF: Readonly<Record<Target['kind'], DetailId>> = {
  address: 'address',
  token: 'token',
  nft: 'token-instance',
  transaction: 'transaction',
  block: 'block',
}

/** Finds an address. Rejects with `UsageError` for anything else. */
export async function findAddress(text: string, context: ThingContext): Promise<string> {
  const target = await findThing(text, context)
  if (target.kind === 'address' || target.kind === 'token') return target.address
  throw new UsageError(`“${text}” is not an address.`)
}
