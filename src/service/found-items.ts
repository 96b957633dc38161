/** Builds the results of a search as real instances write them. */
import type { WireItem } from './chain-reader.ts'

/** The result for an address, from its item in a list. */
export const foundAddress = ({ hash, name, is_contract, is_verified, reputation }: WireItem): WireItem => ({
  type: is_contract === true ? 'contract' : 'address',
  name,
  address_hash: hash,
  is_smart_contract_verified: is_verified === true,
  certified: false,
  reputation,
})

/** The result for a token, from its item in a list and the item of its contract. */
export const foundToken = (token: WireItem, { is_verified }: WireItem): WireItem => ({
  type: 'token',
  name: token.name,
  symbol: token.symbol,
  address_hash: token.address_hash,
  icon_url: token.icon_url,
  token_type: token.type,
  exchange_rate: token.exchange_rate,
  total_supply: token.total_supply,
  is_smart_contract_verified: is_verified === true,
  is_verified_via_admin_panel: false,
  certified: false,
  reputation: token.reputation,
})
