/** What was named on the command line: a thing of the chain, and one of its lists. */
import { findList, listEndpoint, listsOf, type ListId, type ListOwner } from '#shared/lists/list-table.ts'
import type { DetailId } from '#shared/lists/detail-table.ts'
import { parseTargets } from '#shared/targets/parse-target.ts'
import type { Target } from '#shared/targets/target.ts'
import type { Output } from './output/output.ts'
import { UsageError } from './usage-error.ts'

type Params = Readonly<Record<string, string>>

/** Says what to know about it, such as a wrong checksum. Throws `UsageError`, whose message says what the text could be. */
export function parseThing(text: string, output: Pick<Output, 'note'>): Target {
  const { targets, notes, hint } = parseTargets(text)
  const [target] = targets
  for (const note of notes) output.note(note)
  if (target) return target
  throw new UsageError(hint ?? 'Name an address, a transaction, a block or a token.')
}

export interface NamedList {
  readonly list: ListId
  readonly params: Params
}

/** `transactions` alone is a list of the chain; a token’s own lists are found by its address. */
export function parseList(thing: string, name: string | undefined, output: Pick<Output, 'note'>): NamedList {
  const ofChain = findList('chain', thing)
  if (name === undefined && ofChain) return { list: ofChain, params: {} }
  if (name === undefined)
    throw new UsageError(
      `Name a list: ${namesOf('chain')} of the chain, or an address and one of ${namesOf('address')}.`,
    )
  const target = parseThing(thing, output)
  const owners = OWNERS[target.kind]
  for (const owner of owners) {
    const list = findList(owner, name)
    if (list) return { list, params: paramsOf(target) }
  }
  throw new UsageError(`There is no list “${name}” of this. Lists are ${owners.map(namesOf).join(', ')}.`)
}

const OWNERS: Readonly<Record<Target['kind'], readonly ListOwner[]>> = {
  address: ['address', 'token'],
  token: ['token', 'address'],
  nft: ['token-instance'],
  transaction: ['transaction'],
  block: ['block'],
}

const namesOf = (owner: ListOwner) =>
  listsOf(owner)
    .map((list) => listEndpoint(list).slug)
    .join(', ')

export function paramsOf(target: Target): Params {
  switch (target.kind) {
    case 'address':
    case 'token':
      return { address_hash: target.address }
    case 'nft':
      return { address_hash: target.address, id: target.tokenId }
    case 'transaction':
      return { transaction_hash: target.hash }
    case 'block':
      return { block_hash_or_number: target.block }
  }
}

export const DETAIL_OF: Readonly<Record<Target['kind'], DetailId>> = {
  address: 'address',
  token: 'token',
  nft: 'token-instance',
  transaction: 'transaction',
  block: 'block',
}

/** The address that is meant. Throws `UsageError` for anything else. */
export function parseAddressOf(text: string, output: Pick<Output, 'note'>): string {
  const target = parseThing(text, output)
  if (target.kind === 'address' || target.kind === 'token') return target.address
  throw new UsageError(`“${text}” is not an address.`)
}
