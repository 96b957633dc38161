import type { connectCore } from '../../e2e/core-client.ts'

type Core = Awaited<ReturnType<typeof connectCore>>

/** As a person does it: a file is taken in, every fourth label in one of 20 groups. */
export async function importLabels(core: Core, addresses: readonly string[]) {
  const rows = addresses.map(
    (address, n) => `${address},Label number ${String(n)},${n % 4 === 0 ? `Group ${String(n % 20)}` : ''}`,
  )
  const text = ['address,label,groups', ...rows].join('\n')
  const { token } = await core.call('watchlist.preview', { text, watched: true })
  const { counts } = await core.call('watchlist.import', { token, conflicts: 'theirs' })
  if (counts.added !== addresses.length) throw new Error(`Only ${String(counts.added)} labels were taken in.`)
}
