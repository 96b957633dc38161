/** The tokens of the sample chain: every token type, and the unusual names, decimals and supplies of real tokens. */
import { HOSTILE_TEXTS, SCRIPT_TEXTS } from './texts.ts'

export interface TokenConfig {
  readonly type: 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'ERC-404' | 'ERC-7984'
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: string | null
  /** The price of one token in US dollars, in the format of instances; `null` if there is none. */
  readonly rate: string | null
  readonly icon: 'own' | 'missing' | 'foreign' | null
  readonly scam?: boolean
  readonly verified?: boolean
  readonly proxy?: { readonly type: string; readonly implementations: readonly string[] }
  /** Further members of the token's item. */
  readonly more?: Readonly<Record<string, unknown>>
  /** All ids, for tokens with a few fixed ids. */
  readonly ids?: readonly bigint[]
}

const coin = (name: string | null, symbol: string | null, more: Partial<TokenConfig> = {}): TokenConfig => ({
  type: 'ERC-20',
  name,
  symbol,
  decimals: '18',
  rate: null,
  icon: null,
  ...more,
})

const MAX_UINT256 = 2n ** 256n - 1n
const RELIC_IDS = [
  ...Array.from({ length: 58 }, (_, index) => BigInt(index + 1)),
  2n ** 128n + 5n,
  MAX_UINT256,
]
const DOPPEL_IDS = [1n, 2n, 3n, 404n, 2n ** 255n + 404n]

const TOKENS = {
  usd: coin('Sample Dollar', 'SUSD', {
    decimals: '6',
    rate: '0.9998',
    icon: 'own',
    proxy: { type: 'eip1967', implementations: ['dollarCode'] },
  }),
  wrapped: coin('Wrapped Coin', 'WCOIN', { rate: '2481.37', icon: 'own' }),
  star: coin(SCRIPT_TEXTS.chinese, '星', { rate: '0.00042', icon: 'own' }),
  dinar: coin(SCRIPT_TEXTS.arabic, 'دينار', { decimals: '3', rate: '0.0076', icon: 'own' }),
  shekel: coin(SCRIPT_TEXTS.hebrew, 'ש"ח', { decimals: '2', icon: 'missing' }),
  unicorn: coin(SCRIPT_TEXTS.emoji, '🦄', { rate: '0.000000000231', icon: 'own' }),
  rupee: coin(`${SCRIPT_TEXTS.hindi} ${SCRIPT_TEXTS.thai} ${SCRIPT_TEXTS.korean}`, SCRIPT_TEXTS.combining, {
    decimals: '8',
  }),
  points: coin('Loyalty Points', 'PTS', { decimals: '0', rate: '0.0001', icon: 'foreign' }),
  nameless: coin(null, null, { decimals: null, verified: false }),
  infinity: coin('Infinity', '∞', { icon: 'own' }),
  prize: coin('Visit claim-prize.example to claim 5000 $', 'PRIZE', { scam: true, icon: 'foreign' }),
  refund: coin(HOSTILE_TEXTS.bidi, 'RFND', { scam: true, decimals: '255' }),
  markup: coin(HOSTILE_TEXTS.html, HOSTILE_TEXTS.handler, { decimals: '9' }),
  long: coin(HOSTILE_TEXTS.long, 'LONG'.repeat(40), { decimals: '77' }),
  control: coin(HOSTILE_TEXTS.control, HOSTILE_TEXTS.invisible, { decimals: '4' }),
  zalgo: coin(HOSTILE_TEXTS.zalgo, HOSTILE_TEXTS.surrogate),
  bridged: coin('Bridged Ether', 'bETH', {
    rate: '2479.02',
    icon: 'own',
    more: {
      bridge_type: 'omni',
      foreign_address: '0x5Af0D9827E0c53E4799BB226655A1de152A425a5',
      origin_chain_id: '1',
    },
  }),
  veiled: coin('Confidential Dollar', 'cUSD', { type: 'ERC-7984', decimals: '6' }),
  portraits: coin('Sample Portraits', 'FACE', { type: 'ERC-721', decimals: null, icon: 'own' }),
  names: coin('Sample Name Service', 'NAME', { type: 'ERC-721', decimals: null }),
  broken: coin('Museum of Broken Pictures', 'BROKEN', { type: 'ERC-721', decimals: null, icon: 'missing' }),
  relics: coin('Relics', 'RELIC', { type: 'ERC-1155', decimals: null, icon: 'own', ids: RELIC_IDS }),
  doppel: coin('Doppelgänger', 'DOPPEL', { type: 'ERC-404', icon: 'own', rate: '0.35', ids: DOPPEL_IDS }),
} satisfies Record<string, TokenConfig>

export type TokenKey = keyof typeof TOKENS
export const TOKEN_KEYS = Object.keys(TOKENS) as TokenKey[]
export const tokenConfig = (key: TokenKey): TokenConfig => TOKENS[key]

/** Collections that mint NFTs one by one; each NFT has one owner. */
export const COLLECTIONS = ['portraits', 'names', 'broken'] as const
export type Collection = (typeof COLLECTIONS)[number]
export const isCollection = (key: TokenKey): key is Collection =>
  (COLLECTIONS as readonly string[]).includes(key)

/** The asset of a balance: the coin, a token, or one id of a token. GAS counts the gas that was used. */
export type Asset = number
export const COIN: Asset = 0
export const GAS: Asset = 1
const ASSETS_PER_TOKEN = 100

/** The asset of a token, or of one of its ids by index. A collection is one asset: the number of NFTs. */
export const assetOf = (key: TokenKey, idIndex = 0): Asset =>
  (TOKEN_KEYS.indexOf(key) + 1) * ASSETS_PER_TOKEN + idIndex

export interface TokenAsset {
  readonly key: TokenKey
  /** `null` if the token has no ids with balances. */
  readonly id: bigint | null
}

export function tokenOfAsset(asset: Asset): TokenAsset | null {
  const key = TOKEN_KEYS[Math.floor(asset / ASSETS_PER_TOKEN) - 1]
  if (!key) return null
  return { key, id: tokenConfig(key).ids?.[asset % ASSETS_PER_TOKEN] ?? null }
}

/** Every asset of a token. */
export const assetsOf = (key: TokenKey): readonly Asset[] =>
  (tokenConfig(key).ids ?? [0n]).map((_, index) => assetOf(key, index))
