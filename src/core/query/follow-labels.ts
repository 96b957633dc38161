import type { Watchlist } from '../watchlist/watchlist.ts'
import type { Label } from './questions.ts'

/** The person's labels; returns the same array until one changes. */
export function followLabels(watchlist: Pick<Watchlist, 'index' | 'onChange'>): () => readonly Label[] {
  let known: readonly Label[] | undefined
  watchlist.onChange(() => {
    known = undefined
  })
  return () =>
    (known ??= watchlist.index
      .all()
      .filter(({ label }) => label !== '')
      .map(({ address, label, chainId }) => ({ address, label, chainId })))
}
