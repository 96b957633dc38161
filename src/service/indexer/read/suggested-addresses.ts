import { getAddress } from 'viem/utils'
import type { SuggestedAddress } from '../../chain-reader.ts'
import { ZERO_ADDRESS } from '../model/hex.ts'
import type { ReadContext } from './read-context.ts'

/** Addresses to start exploring from: what the index is kept for, else those of the newest transaction, transfers, contract and block. */
export function suggestedAddresses(context: ReadContext): SuggestedAddress[] {
  const { database, filter } = context.store
  const found: SuggestedAddress[] = []
  const add = (id: number | undefined, name: string, description: string) => {
    if (id === undefined) return
    const address = context.addresses.hash(id)
    // Dev nodes name nobody as the validator of their blocks.
    if (address !== ZERO_ADDRESS && !found.some((each) => each.address === address))
      found.push({ address, name, description })
  }
  for (const address of filter?.addresses.slice(0, MAX_SUGGESTED) ?? []) {
    const id = context.addressOf(address)
    const name = id === null ? null : (context.tokens.row(id)?.name ?? null)
    found.push({
      address: getAddress(address),
      name: name ?? 'Kept',
      description: 'what this index is kept for',
    })
  }
  if (filter !== null) return found
  const latest = database.get<{ sender: number; receiver: number | null }>(
    'SELECT sender, receiver FROM tx ORDER BY position DESC LIMIT 1',
  )
  add(latest?.sender, 'Latest sender', 'sent the newest transaction')
  const moved = database.all<{ token: number }>('SELECT token FROM transfer ORDER BY log DESC LIMIT 200')
  context.load(moved)
  for (const { token } of moved) {
    const row = context.tokens.row(token)
    if (row && found.length < MAX_SUGGESTED)
      add(token, row.name ?? 'A token', `${row.type} token that moved lately`)
  }
  const contract = database.get<{ address: number }>('SELECT address FROM contract ORDER BY tx DESC LIMIT 1')
  add(contract?.address, 'Newest contract', 'the contract that was made last')
  const block = database.get<{ miner: number }>('SELECT miner FROM block ORDER BY number DESC LIMIT 1')
  add(block?.miner, 'Validator', 'validated the newest block')
  return found
}

const MAX_SUGGESTED = 6
