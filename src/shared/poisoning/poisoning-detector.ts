/**
 * Learns from rows which parties each account deals with, and finds those that imitate one of them: address
 * poisoning. docs/poisoning.md has the rules.
 */
import type { PartyTransfer } from './party-transfer.ts'
import { endsOf, isLookAlike } from './look-alike.ts'

interface Asset {
  /** The token's address. */
  readonly asset: string
  readonly priced: boolean
  /** Addresses that were seen to hold it, up to the number that comparing needs. */
  readonly parties: Set<string>
  firstBlock: number
}

/**
 * Chooses between assets that share a symbol: one with a price, else the one with more holders, else the earlier one.
 */
function isTruer(one: Asset, other: Asset): boolean {
  if (one.priced !== other.priced) return one.priced
  if (one.parties.size !== other.parties.size) return one.parties.size > other.parties.size
  return one.firstBlock < other.firstBlock
}
const ENOUGH_PARTIES = 50

/** Facts about one party, from its transfers with one account. */
interface Party {
  readonly address: string
  /** Whether something proves that the party is genuine: the account paid it. */
  proven: boolean
  /** Whether something typical of an imitation happened: a transfer of zero, of dust, or of a fake token. */
  poor: boolean
  /** The largest unproven amount of each asset that came or went. */
  readonly most: Map<string, bigint>
  firstBlock: number
}

/** The maximal number of pairs in a list that belongs to no account. Later pairs teach nothing. */
const MAX_PAIRS = 100_000
/** An attacker may make thousands of look-alikes: this many are told apart. */
const MAX_ALIKE = 200
const MAX_IMITATED = 5_000
/** An amount below the largest divided by this is dust. */
const DUST = 1_000n

export class PoisoningDetector {
  readonly #own: string | undefined
  /** By account and first and last digits: nearly always one party. */
  readonly #parties = new Map<string, Party[]>()
  readonly #largest = new Map<string, bigint>()
  /** By symbol: the asset that the symbol belongs to, as far as is known. */
  readonly #trueAssets = new Map<string, Asset>()
  readonly #assets = new Map<string, Asset>()
  readonly #imitated = new Map<string, string>()
  #pairs = 0
  #revision = 0

  /** `own`: the account whose rows these are. Without it, every party of a row is an account. */
  constructor(own: string | undefined) {
    this.#own = own?.toLowerCase()
  }

  /** Increases when earlier rows are judged differently. */
  get revision(): number {
    return this.#revision
  }

  /** Imitating addresses, each with the one it imitates; in lower case. */
  get imitated(): ReadonlyMap<string, string> {
    return this.#imitated
  }

  /** Learns from a transfer. Learning from the same transfer again changes nothing. */
  see(transfer: PartyTransfer): void {
    if (transfer.from === transfer.to) return
    this.#learnAsset(transfer)
    if (this.#isAccount(transfer.from)) this.#learn(transfer.from, transfer.to, transfer)
    if (this.#isAccount(transfer.to)) this.#learn(transfer.to, transfer.from, transfer)
  }

  /** Whether the transfer is from or to an imitation, and is nothing else. */
  isPoisoning(transfer: PartyTransfer): boolean {
    if (this.#imitated.size === 0 || !this.#isPoor(transfer)) return false
    const imitator = [transfer.from, transfer.to].find((address) => this.#imitated.has(address))
    if (imitator === undefined) return false
    // A transfer that the account signed is its own act, whoever received it.
    return !(transfer.signed && transfer.to === imitator)
  }

  #learnAsset(transfer: PartyTransfer): void {
    const { asset, value, symbol, priced, block, marked } = transfer
    const known = this.#assets.get(asset)
    const hasRoom = (map: ReadonlyMap<string, unknown>, key: string) => map.has(key) || map.size < MAX_PAIRS
    if (value > (this.#largest.get(asset) ?? 0n) && hasRoom(this.#largest, asset))
      this.#largest.set(asset, value)
    if (symbol === '' || marked || !hasRoom(this.#assets, asset)) return
    const it = known ?? { asset, priced, firstBlock: block, parties: new Set<string>() }
    it.firstBlock = Math.min(it.firstBlock, block)
    if (it.parties.size < ENOUGH_PARTIES) it.parties.add(transfer.from).add(transfer.to)
    this.#assets.set(asset, it)
    const best = this.#trueAssets.get(symbol)
    if (!best || isTruer(it, best)) this.#trueAssets.set(symbol, it)
  }

  #isAccount(address: string): boolean {
    return this.#own === undefined || address === this.#own
  }

  #learn(account: string, address: string, transfer: PartyTransfer): void {
    const key = account + endsOf(address)
    const parties = this.#parties.get(key) ?? []
    let party = parties.find((one) => one.address === address)
    if (!party) {
      if (this.#pairs >= MAX_PAIRS || parties.length >= MAX_ALIKE) return
      this.#pairs += 1
      party = { address, proven: false, poor: false, most: new Map(), firstBlock: transfer.block }
      parties.push(party)
      this.#parties.set(key, parties)
    }
    this.#note(party, transfer, transfer.from === account)
    if (parties.length > 1) for (const other of parties) this.#compare(party, other)
  }

  #note(party: Party, transfer: PartyTransfer, paid: boolean): void {
    party.firstBlock = Math.min(party.firstBlock, transfer.block)
    if (paid && transfer.signed) party.proven = true
    else if (this.#isPoor(transfer)) party.poor = true
    else if (paid && transfer.priced) party.proven = true
    else if (transfer.more) party.most.set('more than an amount', 1n)
    else if (transfer.value > (party.most.get(transfer.asset) ?? -1n))
      party.most.set(transfer.asset, transfer.value)
  }

  #compare(one: Party, other: Party): void {
    if (!isLookAlike(one.address, other.address)) return
    if (this.#imitates(one, other)) this.mark(one.address, other.address)
    else if (this.#imitates(other, one)) this.mark(other.address, one.address)
  }

  /** Records an imitation, also one that is known from elsewhere. */
  mark(imitator: string, imitated: string): void {
    const known = this.#imitated
    // The imitation of before turns out to be the genuine one.
    if (known.get(imitated) === imitator && known.delete(imitated)) this.#revision += 1
    const present = known.get(imitator)
    // Where several addresses are imitated, the one that imitates nobody counts. Otherwise they would alternate each
    // time they are seen.
    const isNews =
      present === undefined ? known.size < MAX_IMITATED : known.has(present) && !known.has(imitated)
    if (!isNews) return
    known.set(imitator, imitated)
    this.#revision += 1
  }

  /**
   * The better known party is genuine. If both are equally known, the imitation is the one with `poor` transfers,
   * else the later one. If nothing is known of either, neither is one.
   */
  #imitates(one: Party, other: Party): boolean {
    const [rank, otherRank] = [this.#rank(one), this.#rank(other)]
    if (rank !== otherRank) return rank < otherRank
    if (rank === 0) return false
    if (one.poor !== other.poor) return one.poor
    return one.firstBlock > other.firstBlock
  }

  #rank(party: Party): 0 | 1 | 2 {
    if (party.proven) return 2
    for (const [asset, value] of party.most) if (!this.#isDust(asset, value)) return 1
    return 0
  }

  #isPoor(transfer: PartyTransfer): boolean {
    if (transfer.more) return false
    return (
      transfer.value === 0n ||
      transfer.cheap ||
      this.#isFake(transfer) ||
      this.#isDust(transfer.asset, transfer.value)
    )
  }

  #isDust(asset: string, value: bigint): boolean {
    return value * DUST <= (this.#largest.get(asset) ?? 0n)
  }

  #isFake({ marked, symbol, asset, priced }: PartyTransfer): boolean {
    return marked || (!priced && (this.#trueAssets.get(symbol)?.asset ?? asset) !== asset)
  }
}
