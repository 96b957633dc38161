/**
 * Writes labels continuously, one by one and by import, and reports each on stdout after it is stored. Started by the
 * test that kills it.
 */
import { writeSync } from 'node:fs'
import { openStore } from '../../store/open-store.ts'
import { createImports } from '../import-watchlist.ts'
import { createWatchlist } from '../watchlist.ts'

const [dataDir = '', first = '0'] = process.argv.slice(2)
const store = openStore({ dataDir })
const watchlist = createWatchlist(store)
const imports = createImports(store, watchlist)
const { signal } = new AbortController()
const addressOf = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
const say = (line: string) => writeSync(1, `${line}\n`)

say(`open ${store.notices.map(({ kind }) => kind).join()}`)
for (let n = Number(first); ; n += 100) {
  for (let one = n; one < n + 5; one += 1) {
    watchlist.save({ address: addressOf(one), chainId: null, label: `label ${String(one)}` })
    say(`saved ${String(one)}`)
  }
  const rows = Array.from({ length: 60 }, (_, i) => `${addressOf(n + 10 + i)},import ${String(n)}`)
  const preview = await imports.preview(rows.join('\n'), {}, signal)
  imports.apply(preview.token, 'theirs')
  say(`imported ${String(n)}`)
  watchlist.remove([watchlist.index.find(addressOf(n))?.id ?? 0])
  say(`removed ${String(n)}`)
}
