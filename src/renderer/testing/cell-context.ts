import type { CellContext } from '#renderer/entities/cell-context.ts'

const link = (to: string) => ({ href: to, to })

/** A cell context for lists without an address. */
export const exampleContext: CellContext = {
  source: 'eth',
  coin: { symbol: 'ETH', decimals: 18 },
  ownAddress: undefined,
  ownToken: undefined,
  time: 'relative',
  zone: 'utc',
  images: false,
  labels: new Map(),
  imitated: new Map(),
  links: {
    address: (hash) => link(`/address/${hash}`),
    transaction: (hash) => link(`/tx/${hash}`),
    call: (hash) => link(`/tx/${hash}`),
    block: (block) => link(`/block/${block}`),
    token: (hash) => link(`/token/${hash}`),
    instance: (hash, id) => link(`/token/${hash}/${id}`),
  },
}
