import type { Resource } from './list-endpoint.ts'

const ALL: Readonly<Record<Resource, true>> = {
  transaction: true,
  'internal-transaction': true,
  transfer: true,
  'advanced-filter': true,
  log: true,
  block: true,
  withdrawal: true,
  'coin-balance': true,
  'token-balance': true,
  nft: true,
  'nft-collection': true,
  holder: true,
  token: true,
  'state-change': true,
  'search-result': true,
  'user-operation': true,
  authorization: true,
}

export const RESOURCES = Object.keys(ALL) as readonly Resource[]
