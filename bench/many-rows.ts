/** An archive with the transfers of one address, the same each time. */
import type { Archive } from '#core/archive/create-archive.ts'
import type { TokenTransfer } from '#shared/chain/token.ts'

export const OWN = `0x${'0a'.repeat(20)}`
const PAGE = 50
export const listOf = (source: string) =>
  ({ source, list: 'address-token-transfers', params: { address_hash: OWN }, filters: {} }) as const

export const METHODS = [
  'transfer',
  'swapExactTokensForTokens',
  'multicall',
  'claim',
  'transferFrom',
  'execute',
  'bridge',
]

/** Always the same, and without a pattern. */
const scatter = (n: number, of: number) => {
  const mixed = Math.imul(n ^ (n >>> 15), 0x2c1b3c6d)
  return (Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 0) % of
}
/** Addresses that look alike would be taken for imitations of one another. */
export const address = (n: number) =>
  `0x${[1, 2, 3, 4, 5]
    .map((part) =>
      scatter(n * 5 + part, 2 ** 31)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('')}`
const party = (n: number) => ({
  hash: n === 0 ? OWN : address(n),
  name: n % 9 === 0 ? `Contract ${String(n)}` : null,
  is_contract: n % 9 === 0,
})

function transfer(n: number): TokenTransfer {
  const [isIn, token] = [n % 2 === 0, scatter(n + 5, 60)]
  // A third of all with somebody who comes often.
  const other = party(scatter(n, 3) === 0 ? scatter(n, 40) : scatter(n + 1, 300_000))
  return {
    transaction_hash: `0x${scatter(n, 0x7fff_ffff).toString(16).padStart(16, '0').repeat(4)}`,
    block_hash: `0x${n.toString(16).padStart(64, '9')}`,
    log_index: n % 300,
    block_number: 10_000_000 + n,
    timestamp: new Date(1_600_000_000_000 + n * 120_000).toISOString().replace('Z', '000Z'),
    from: isIn ? other : party(0),
    to: isIn ? party(0) : other,
    method: METHODS[scatter(n + 2, METHODS.length)] ?? null,
    token: {
      address_hash: address(1_000_000 + token),
      symbol: `TK${String(token)}`,
      name: `Token ${String(token)}`,
      decimals: '18',
      type: 'ERC-20',
      exchange_rate: token % 3 === 0 ? '1.0003' : null,
    },
    token_type: 'ERC-20',
    type: 'token_transfer',
    total: [{ value: String(BigInt(scatter(n + 3, 1_000_000)) * 10n ** 15n), decimals: '18' }],
  }
}

/** Writes so many, newest first, to the end of the list. Returns how many of them in a second. */
export function fillArchive(archive: Archive, source: string, rows: number): number {
  const list = archive.list(listOf(source))
  let ms = 0
  for (let top = rows; top > 0; top -= PAGE) {
    const items = Array.from({ length: PAGE }, (_, at) => transfer(top - at))
    const keys = items.map(
      ({ transaction_hash: hash, log_index: log }, at) => `${hash}:${String(log)}:${String(top - at)}`,
    )
    const next = top > PAGE ? { block_number: 10_000_000 + top - PAGE + 1 } : null
    const from = performance.now()
    list?.write(top === rows ? null : { block_number: 10_000_000 + top + 1 }, {
      items,
      keys,
      unread: [],
      next,
    })
    archive.flush()
    ms += performance.now() - from
  }
  return rows / (ms / 1_000)
}
