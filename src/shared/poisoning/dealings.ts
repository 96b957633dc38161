/**
 * Whom addresses deal with, learnt from rows, and who imitates one of them: address poisoning. The rules are written down
 * in docs/poisoning.md.
 */
import type { Dealing } from './dealing-of.ts'
import { endsOf, isLookAlike } from './look-alike.ts'

interface Asset {
  /** The token's address. */
  readonly asset: string
  readonly priced: boolean
  /** Who was seen to hold it; no more than are enough to compare. */
  readonly parties: Set<string>
  firstBlock: number
}

/** Of several assets with one symbol: one with a price, else the one in more hands, else the one that was there first. */
function isTruer(one: Asset, other: Asset): boolean {
  if (one.priced !== other.priced) return one.priced
  if (one.parties.size !== other.parties.size) return one.parties.size > other.parties.size
  return one.firstBlock < other.firstBlock
}
const ENOUGH_PARTIES = 50

/** What is known of one party in its dealings with one account. */
interface Party {
  readonly address: string
  /** Something happened that only a true dealing can be: the account paid it. */
  proven: boolean
  /** Something happened that an imitation consists of: nothing, next to nothing, or a fake token. */
  poor: boolean
  /** The most of each asset that came or went without proof. */
  readonly most: Map<string, bigint>
  firstBlock: number
}

/** Of a list without an account of its own, so many pairs are known at most: nothing is learnt from later ones. */
const MAX_PAIRS = 100_000
/** Somebody may make look-alikes by the thousand: so many at most are told apart. */
const MAX_ALIKE = 200
const MAX_IMITATED = 5_000
/** What is less than this part of the largest amount is dust. */
const DUST = 1_000n

export class Dealings {
  readonly #own: string | undefined
  /** By account and ends: nearly always one party. */
  readonly #parties = new Map<string, Party[]>()
  readonly #largest = new Map<string, bigint>()
  /** By symbol: the asset it belongs to, as far as is known. */
  readonly #trueAssets = new Map<string, Asset>()
  readonly #assets = new Map<string, Asset>()
  readonly #imitated = new Map<string, string>()
  #pairs = 0
  #revision = 0

  /** `own`: the account whose rows they are; without it every party of a row is one. */
  constructor(own: string | undefined) {
    this.#own = own?.toLowerCase()
  }

  /** Goes up when rows are judged otherwise than before. */
  get revision(): number {
    return this.#revision
  }

  /** Addresses that imitate another, with the one they imitate; in lower case. */
  get imitated(): ReadonlyMap<string, string> {
    return this.#imitated
  }

  /** May see one again: that teaches nothing new. */
  see(dealing: Dealing): void {
    if (dealing.from === dealing.to) return
    this.#learnAsset(dealing)
    if (this.#isAccount(dealing.from)) this.#learn(dealing.from, dealing.to, dealing)
    if (this.#isAccount(dealing.to)) this.#learn(dealing.to, dealing.from, dealing)
  }

  /** Is it a transfer from or to an imitation, and nothing else? */
  isPoisoning(dealing: Dealing): boolean {
    if (this.#imitated.size === 0 || !this.#isPoor(dealing)) return false
    const imitator = [dealing.from, dealing.to].find((address) => this.#imitated.has(address))
    if (imitator === undefined) return false
    // What the account signed itself is its own doing, whomever it went to.
    return !(dealing.signed && dealing.to === imitator)
  }

  #learnAsset(dealing: Dealing): void {
    const { asset, value, symbol, priced, block, marked } = dealing
    const known = this.#assets.get(asset)
    const hasRoom = (map: ReadonlyMap<string, unknown>, key: string) => map.has(key) || map.size < MAX_PAIRS
    if (value > (this.#largest.get(asset) ?? 0n) && hasRoom(this.#largest, asset))
      this.#largest.set(asset, value)
    if (symbol === '' || marked || !hasRoom(this.#assets, asset)) return
    const it = known ?? { asset, priced, firstBlock: block, parties: new Set<string>() }
    it.firstBlock = Math.min(it.firstBlock, block)
    if (it.parties.size < ENOUGH_PARTIES) it.parties.add(dealing.from).add(dealing.to)
    this.#assets.set(asset, it)
    const best = this.#trueAssets.get(symbol)
    if (!best || isTruer(it, best)) this.#trueAssets.set(symbol, it)
  }

  #isAccount(address: string): boolean {
    return this.#own === undefined || address === this.#own
  }

  #learn(account: string, address: string, dealing: Dealing): void {
    const key = account + endsOf(address)
    const parties = this.#parties.get(key) ?? []
    let party = parties.find((one) => one.address === address)
    if (!party) {
      if (this.#pairs >= MAX_PAIRS || parties.length >= MAX_ALIKE) return
      this.#pairs += 1
      party = { address, proven: false, poor: false, most: new Map(), firstBlock: dealing.block }
      parties.push(party)
      this.#parties.set(key, parties)
    }
    this.#note(party, dealing, dealing.from === account)
    if (parties.length > 1) for (const other of parties) this.#compare(party, other)
  }

  #note(party: Party, dealing: Dealing, paid: boolean): void {
    party.firstBlock = Math.min(party.firstBlock, dealing.block)
    if (paid && dealing.signed) party.proven = true
    else if (this.#isPoor(dealing)) party.poor = true
    else if (paid && dealing.priced) party.proven = true
    else if (dealing.more) party.most.set('more than an amount', 1n)
    else if (dealing.value > (party.most.get(dealing.asset) ?? -1n))
      party.most.set(dealing.asset, dealing.value)
  }

  #compare(one: Party, other: Party): void {
    if (!isLookAlike(one.address, other.address)) return
    if (this.#imitates(one, other)) this.mark(one.address, other.address)
    else if (this.#imitates(other, one)) this.mark(other.address, one.address)
  }

  /** Of an imitation that is known from elsewhere, too. */
  mark(imitator: string, imitated: string): void {
    const known = this.#imitated
    // What was taken for the imitation turns out to be the true one.
    if (known.get(imitated) === imitator && known.delete(imitated)) this.#revision += 1
    const present = known.get(imitator)
    // Of several that it imitates, one that imitates nobody: seen again, they would take turns otherwise.
    const isNews =
      present === undefined ? known.size < MAX_IMITATED : known.has(present) && !known.has(imitated)
    if (!isNews) return
    known.set(imitator, imitated)
    this.#revision += 1
  }

  /** The better known is true. Of two known alike, the imitation has nothing to show, or came later. */
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

  #isPoor(dealing: Dealing): boolean {
    if (dealing.more) return false
    return (
      dealing.value === 0n ||
      dealing.cheap ||
      this.#isFake(dealing) ||
      this.#isDust(dealing.asset, dealing.value)
    )
  }

  #isDust(asset: string, value: bigint): boolean {
    return value * DUST <= (this.#largest.get(asset) ?? 0n)
  }

  #isFake({ marked, symbol, asset, priced }: Dealing): boolean {
    return marked || (!priced && (this.#trueAssets.get(symbol)?.asset ?? asset) !== asset)
  }
}
