/**
 * The first blocks of the chain, before period 0: contracts are created, initial supplies and the first NFTs are minted.
 * These transactions do not repeat, and most blocks between them are empty.
 */
import { ADDRESS_KEYS, ADDRESSES, ROLE, VALIDATORS, type AddressKey, type Role } from '../config/addresses.ts'
import { BROKEN_NFTS } from '../config/nft-media.ts'
import { itemAt } from '../lib/arrays.ts'
import { TemplateBuilder } from '../templates/template-builder.ts'
import { ETHER } from './scenario.ts'
import type { PeriodTemplate } from '../templates/period-template.ts'
import { createRandom, type Key } from '../lib/seeded-random.ts'
import { tokenConfig, type TokenKey } from '../config/tokens.ts'

/** The payments in thousandths of a coin, each with the imitations that follow it. */
const PAYMENTS: readonly (readonly [to: AddressKey, thousandths: bigint, by: readonly AddressKey[]])[] = [
  ['supplier', 12_500n, []],
  ['landlord', 1_850n, ['falseLandlord']],
  ['supplier', 8_400n, ['falseSupplier', 'falserSupplier']],
  ['landlord', 1_850n, ['falseLandlord']],
  ['supplier', 21_000n, ['falseSupplier']],
  ['supplier', 3_275n, ['falserSupplier', 'falseSupplier']],
  ['landlord', 1_900n, ['falseLandlord']],
]

/**
 * Address poisoning: an account that pays two parties, and imitations of them after each payment. `next` begins
 * another block.
 */
function poisoning(builder: TemplateBuilder, next: () => void): void {
  PAYMENTS.forEach(([to, thousandths, imitators], nth) => {
    if (nth % 2 === 0) next()
    builder.transaction({ from: ROLE.poisoned, to: ROLE[to], value: (thousandths * ETHER) / 1000n })
    // The transfers are of zero or of dust.
    imitators.forEach((imitator, at) => {
      builder.transaction({
        from: ROLE[imitator],
        to: ROLE.poisoned,
        value: (nth + at) % 2 === 0 ? 0n : thousandths * 10n ** 9n,
      })
    })
  })
  builder.transaction({ from: ROLE.supplier, to: ROLE.poisoned, value: ETHER / 4n })
}

/** Blocks before the first period. Most are empty. */
export const BOOTSTRAP_BLOCKS = 2000
const BLOCKS_BETWEEN = 40
const GWEI = 10n ** 9n

export function createBootstrap(key: Key): PeriodTemplate {
  const builder = new TemplateBuilder(createRandom(key, 0, 0x70726c))
  let block = 0
  const next = () => {
    block += BLOCKS_BETWEEN - builder.random.int(BLOCKS_BETWEEN / 2)
    builder.block(block, bootstrapMiner(block), GWEI)
  }
  for (const contract of ADDRESS_KEYS.filter(
    (name) => itemAt(ADDRESSES, ROLE[name]).contract && name !== 'smart',
  )) {
    next()
    create(builder, contract)
  }
  next()
  portraits(builder)
  next()
  brokenNfts(builder)
  next()
  firstNames(builder)
  next()
  multiTokens(builder)
  poisoning(builder, next)
  return builder.finish()
}

/** Validators take turns. */
export const bootstrapMiner = (height: number): Role => itemAt(VALIDATORS, height % VALIDATORS.length)

function create(builder: TemplateBuilder, contract: AddressKey): void {
  const proxy = itemAt(ADDRESSES, ROLE[contract]).proxy
  builder.transaction({
    from: ROLE.deployer,
    creates: ROLE[contract],
    value: contract === 'wrapped' ? 5000n * ETHER : 0n,
    gas: proxy ? 480_000 : 2_400_000,
    data: `60806040523480156200001157600080fd5b50${builder.random.bits(2400).toString(16).padStart(600, '0')}`,
  })
  if (contract in FIRST_SUPPLIES) mintFirstSupply(builder, contract as TokenKey)
}

/** A trillion tokens, in their smallest unit. */
const trillion = (decimals: number) => 10n ** BigInt(12 + decimals)
const FIRST_SUPPLIES: Partial<Record<TokenKey, readonly (readonly [AddressKey, bigint])[]>> = {
  usd: [
    ['hub', 40_000_000_000n * 10n ** 6n],
    ['pool', 12_400_000n * 10n ** 6n],
    ['cold', 10n ** 15n],
    ['whale', 250n * 10n ** 12n],
  ],
  wrapped: [['pool', 5000n * ETHER]],
  star: [['hub', trillion(18)]],
  dinar: [['hub', trillion(3)]],
  shekel: [['hub', trillion(2)]],
  unicorn: [
    ['hub', trillion(18)],
    ['whale', trillion(24)],
  ],
  rupee: [['hub', trillion(8)]],
  points: [['hub', trillion(0)]],
  nameless: [['hub', trillion(0)]],
  infinity: [['whale', 2n ** 256n - 1n]],
  markup: [['hub', trillion(9)]],
  long: [['hub', 2n ** 255n]],
  control: [['hub', trillion(4)]],
  zalgo: [
    ['hub', trillion(18)],
    ['collector', 1n],
  ],
  veiled: [['hub', trillion(6)]],
}

function mintFirstSupply(builder: TemplateBuilder, token: TokenKey): void {
  for (const [holder, amount] of FIRST_SUPPLIES[token] ?? [])
    builder.transfer(token, ROLE.null, ROLE[holder], amount)
}

const mintCall = (signature: string, args: readonly unknown[]) => ({ signature, args: () => args })

/** Simulates three periods before period 0, because a period transfers NFTs of the three periods before it. */
function portraits(builder: TemplateBuilder): void {
  const owners: readonly AddressKey[] = [
    ...(['cold', 'collector', 'collector', 'collector'] as const),
    ...(['cold', 'collector', 'collector', 'hub'] as const),
    ...(['cold', 'collector', 'collector', 'whale'] as const),
  ]
  builder.transaction({
    from: ROLE.deployer,
    to: ROLE.portraits,
    gas: 900_000,
    call: mintCall('reserve(uint256 quantity)', [BigInt(owners.length)]),
  })
  for (const owner of owners) builder.mintNft('portraits', ROLE[owner])
}

/** One NFT for each kind of broken image. */
function brokenNfts(builder: TemplateBuilder): void {
  builder.transaction({
    from: ROLE.deployer,
    to: ROLE.broken,
    gas: 1_900_000,
    call: mintCall('exhibit(uint256 pieces)', [BigInt(BROKEN_NFTS.length)]),
  })
  BROKEN_NFTS.forEach(() => builder.mintNft('broken', ROLE.collector))
}

function firstNames(builder: TemplateBuilder): void {
  builder.transaction({
    from: ROLE.deployer,
    to: ROLE.names,
    gas: 700_000,
    call: mintCall('reserve(string[] labels)', [['harbour', 'leviathan', 'null', '0x', '']]),
  })
  for (const owner of ['hub', 'whale', 'collector', 'collector', 'deployer'] as const)
    builder.mintNft('names', ROLE[owner])
}

const DOPPEL_SUPPLY = 20_000_000n * ETHER

/** All ids of the tokens `relics` (in batches) and `doppel`. */
function multiTokens(builder: TemplateBuilder): void {
  const all = (token: TokenKey, amount: bigint) =>
    (tokenConfig(token).ids ?? []).map((_, index): readonly [number, bigint] => [index, amount])
  const relics = all('relics', 100_000n)
  builder.transaction({
    from: ROLE.deployer,
    to: ROLE.relics,
    gas: 3_800_000,
    call: mintCall('mintBatch(uint256 kinds, uint256 each)', [BigInt(relics.length), 100_000n]),
  })
  for (let start = 0; start < relics.length; start += 20)
    builder.batch('relics', ROLE.null, ROLE.collector, relics.slice(start, start + 20))
  builder.transaction({
    from: ROLE.deployer,
    to: ROLE.doppel,
    gas: 400_000,
    call: mintCall('mintAll(uint256 each)', [DOPPEL_SUPPLY]),
  })
  for (const [index, amount] of all('doppel', DOPPEL_SUPPLY))
    builder.transfer('doppel', ROLE.null, ROLE.whale, amount, index)
  for (const index of [0, 3, 4])
    builder.transfer('doppel', ROLE.null, ROLE.collector, BigInt(index + 1) * (ETHER / 2n), index)
}
