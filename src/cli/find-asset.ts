import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { UsageError } from './output/failures.ts'

const MAX_NAMED = 10

/** Returns the id of an asset: as it was typed, or of the only one of these assets with this symbol. */
export function findAsset(text: string, assets: readonly LedgerAsset[]): string {
  const wanted = text.toLowerCase()
  if (wanted === 'coin' || wanted.startsWith('0x')) return wanted
  const [only, ...others] = assets.filter(({ token }) => token?.symbol?.toLowerCase() === wanted)
  if (!only) throw new UsageError(`It has no asset “${text}”: name coin, a token’s address, or that and :id.`)
  if (others.length === 0) return only.id
  const ids = [only, ...others].slice(0, MAX_NAMED).map(({ id }) => id)
  throw new UsageError(`Several assets are called “${text}”: ${ids.join(', ')}. Name one of them.`)
}
