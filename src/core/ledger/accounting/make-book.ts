import type { LedgerAsset, LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import type { Period } from '../movements.ts'
import { boundTime, decimalsOf, type Book, type BookLine } from './book.ts'
import { nameAssets, type NamedBy } from './name-assets.ts'

/** Movements in chain order, with their assets. */
export interface LedgerPage {
  readonly movements: readonly LedgerMovement[]
  readonly assets: readonly LedgerAsset[]
}

export interface BookOf extends Omit<NamedBy, 'coin'> {
  readonly chain: Book['chain'] & { readonly coin: string }
  readonly address: string
  readonly period: Period
}

interface Sums {
  opening: bigint
  closing: bigint
  isMoved: boolean
}

/** Makes a book. `before`: movements before the period; `within`: those in it. */
export async function makeBook(
  pages: { readonly before: AsyncIterable<LedgerPage>; readonly within: AsyncIterable<LedgerPage> },
  { chain, address, period, wellKnown }: BookOf,
): Promise<Book> {
  const known = new Map<string, LedgerAsset>()
  const sums = new Map<string, Sums>()
  let firstTime: number | undefined
  const add = async (read: AsyncIterable<LedgerPage>, isWithin: boolean) => {
    for await (const { movements, assets } of read) {
      const byId = new Map(assets.map((asset) => [asset.id, asset]))
      for (const { asset: id, amount, time } of movements) {
        const asset = byId.get(id)
        if (asset && !known.has(id)) known.set(id, asset)
        firstTime ??= time ?? undefined
        let sum = sums.get(id)
        if (!sum) sums.set(id, (sum = { opening: 0n, closing: 0n, isMoved: false }))
        sum.closing += BigInt(amount)
        if (isWithin) sum.isMoved = true
        else sum.opening = sum.closing
      }
    }
  }
  await add(pages.before, false)
  await add(pages.within, true)

  const names = nameAssets(known.values(), { coin: chain.coin, wellKnown })
  const assets = new Map(
    [...known].map(([id, asset]) => [
      id,
      { ...asset, name: names.get(id) ?? id, decimals: decimalsOf(asset, chain.decimals) },
    ]),
  )
  return {
    chain,
    address,
    period,
    start: boundTime(period.from ?? firstTime ?? 0),
    assets,
    lines: [...sums].flatMap(([id, { opening, closing, isMoved }]): BookLine[] => {
      const asset = assets.get(id)
      return asset && (isMoved || opening !== 0n) ? [{ asset, opening, closing }] : []
    }),
  }
}
