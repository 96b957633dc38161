/** The fixed addresses of the sample chain: people, contracts, tokens. A role is an index into this table. */
import { HOSTILE_TEXTS, SCRIPT_TEXTS } from './texts.ts'
import { TOKEN_KEYS, tokenConfig, type TokenKey } from './tokens.ts'

export interface Tag {
  readonly slug: string
  readonly name: string
  readonly tagType: string
  readonly ordinal: number
  readonly meta: Readonly<Record<string, unknown>>
}

export interface AddressProfile {
  readonly name: string | null
  readonly contract: boolean
  readonly verified?: boolean | null
  readonly scam?: boolean
  readonly ens?: string
  readonly proxy?: { readonly type: string; readonly implementations: readonly string[] }
  readonly tags?: readonly Tag[]
  readonly publicTags?: readonly string[]
  /** Balance before the first block, in whole coins. */
  readonly coins?: number
  /** The name of the address whose first and last digits this one has. */
  readonly imitates?: string
}

const tag = (
  name: string,
  tagType: string,
  meta: Readonly<Record<string, unknown>> = {},
  ordinal = 0,
): Tag => ({
  slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  name,
  tagType,
  ordinal,
  meta,
})
const ICON =
  'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12"><circle cx="6" cy="6" r="5" fill="%232563eb"/></svg>'
const verified = (name: string | null, more: Partial<AddressProfile> = {}): AddressProfile => ({
  name,
  contract: true,
  verified: true,
  ...more,
})

const NAMED_ADDRESSES = {
  null: {
    name: null,
    contract: false,
    tags: [tag('Null: 0x000...000', 'name', {}, 10), tag('Burn', 'generic')],
  },
  hub: {
    name: null,
    contract: false,
    ens: 'harbour.sample.eth',
    tags: [
      tag(
        'Harbour Exchange: Hot Wallet',
        'name',
        { tagIcon: ICON, 'tagIcon ': ICON, bgColor: '#1d4ed8' },
        10,
      ),
      tag('Exchange', 'protocol', { tooltipDescription: 'Sends and receives for its customers' }),
    ],
    publicTags: ['Harbour Exchange'],
    coins: 2_400_000,
  },
  cold: {
    name: null,
    contract: false,
    tags: [tag('Harbour Exchange: Cold Wallet', 'name', { tagIcon: ICON }, 10)],
    coins: 61_000_000,
  },
  whale: {
    name: null,
    contract: false,
    ens: 'leviathan.sample.eth',
    tags: [tag('Whale', 'generic', { data: '{"rank":1,"note":"JSON inside a text"}' })],
    coins: 3_600_000,
  },
  vault: verified('TimelockVault'),
  collector: {
    name: null,
    contract: false,
    ens: '🖼️-collector.sample.eth',
    tags: [tag('NFT Collector', 'generic'), tag(SCRIPT_TEXTS.japanese, 'note', { alertStatus: 'info' })],
    coins: 180_000,
  },
  validatorNorth: { name: 'Northern Light Validator', contract: false, coins: 32, publicTags: ['Validator'] },
  validatorEast: { name: SCRIPT_TEXTS.chinese + ' 验证者', contract: false, coins: 32 },
  validatorSouth: { name: null, contract: false, ens: 'south.sample.eth', coins: 32 },
  validatorWest: { name: SCRIPT_TEXTS.arabic, contract: false, coins: 32 },
  deployer: {
    name: null,
    contract: false,
    ens: 'deployer.sample.eth',
    tags: [tag('Contract Deployer', 'generic')],
    coins: 800_000,
  },
  scammer: {
    name: HOSTILE_TEXTS.lookalike,
    contract: false,
    scam: true,
    tags: [
      tag(
        'Fake_Phishing',
        'name',
        { tooltipUrl: 'javascript:alert(1)', tooltipDescription: HOSTILE_TEXTS.html },
        10,
      ),
    ],
    coins: 200_000,
  },
  issuer: {
    name: null,
    contract: false,
    tags: [tag('Sample Dollar: Issuer', 'name', {}, 10)],
    coins: 60_000,
  },
  bundler: { name: null, contract: false, tags: [tag('Bundler', 'protocol')], coins: 90_000 },
  smart: {
    name: null,
    contract: true,
    verified: null,
    ens: 'delegated.sample.eth',
    proxy: { type: 'eip7702', implementations: ['walletCode'] },
    coins: 90_000,
  },
  walletCode: verified('SimpleWallet'),
  dollarCode: verified('DollarV2'),
  router: verified('SwapRouter', {
    tags: [tag('Sample Swap', 'protocol', { tagUrl: 'https://example.org' })],
  }),
  pool: verified('SwapPair'),
  market: verified('Marketplace', { proxy: { type: 'eip1967', implementations: ['marketCode'] } }),
  marketCode: verified('MarketplaceV3'),
  safe: verified('SafeProxy', {
    proxy: { type: 'master_copy', implementations: ['safeCode'] },
    coins: 45_000,
  }),
  safeCode: verified('Safe'),
  factory: verified('CloneFactory'),
  disperser: verified('Disperse'),
  bridge: verified('Bridge', { proxy: { type: 'eip1967', implementations: ['bridgeCode', 'bridgeGuard'] } }),
  bridgeCode: verified('OmniBridge'),
  bridgeGuard: verified(null),
  lending: verified('LendingPool', { proxy: { type: 'eip1167', implementations: ['lendingCode'] } }),
  lendingCode: { name: null, contract: true, verified: null },
  entryPoint: verified('EntryPoint'),
  oracle: { name: null, contract: true, verified: false },
  board: verified(HOSTILE_TEXTS.html, {
    tags: [tag(HOSTILE_TEXTS.handler, 'note', { data: HOSTILE_TEXTS.template })],
  }),
  poisoned: { name: null, contract: false, ens: 'careful.sample.eth', coins: 2_000 },
  supplier: { name: null, contract: false, coins: 40 },
  landlord: { name: null, contract: false, coins: 15 },
  falseSupplier: { name: null, contract: false, coins: 3, imitates: 'supplier' },
  falserSupplier: { name: null, contract: false, coins: 3, imitates: 'supplier' },
  falseLandlord: { name: null, contract: false, coins: 3, imitates: 'landlord' },
} satisfies Record<string, AddressProfile>

export type AddressKey = keyof typeof NAMED_ADDRESSES | TokenKey

const tokenProfile = (key: TokenKey): AddressProfile => {
  const { name, scam, proxy, verified: isVerified } = tokenConfig(key)
  return {
    name,
    contract: true,
    verified: isVerified ?? !scam,
    ...(scam && { scam }),
    ...(proxy && { proxy }),
  }
}

export const ADDRESS_KEYS = [...Object.keys(NAMED_ADDRESSES), ...TOKEN_KEYS] as AddressKey[]

/** A participant of a template: 0..99 fixed addresses, 100.. users of the period, 200.. new addresses of the period. */
export type Role = number
export const USER_ROLE = 100
export const FRESH_ROLE = 200

export const ROLE = Object.fromEntries(ADDRESS_KEYS.map((key, role) => [key, role])) as Record<
  AddressKey,
  Role
>

export const ADDRESSES: readonly AddressProfile[] = [
  ...Object.values<AddressProfile>(NAMED_ADDRESSES),
  ...TOKEN_KEYS.map((key) => tokenProfile(key)),
]

export const VALIDATORS: readonly Role[] = [
  ROLE.validatorNorth,
  ROLE.validatorEast,
  ROLE.validatorSouth,
  ROLE.validatorWest,
]
