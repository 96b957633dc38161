/**
 * Makes a labelled set of rows from a seed, to test the recognition of address poisoning. docs/poisoning.md has its
 * rules.
 */
interface LabelledRow {
  readonly item: object
  /** The kind of imitation; undefined for an honest row. */
  readonly attack?: 'zero value' | 'fake token' | 'dust token' | 'dust coin'
}

export interface LabelledAccount {
  readonly own: string
  /** Newest first, as a list gives them. */
  readonly rows: readonly LabelledRow[]
}

interface TestToken {
  readonly address_hash: string
  readonly symbol: string
  readonly name: string
  readonly decimals: string
  readonly exchange_rate: string | null
  readonly reputation: string
}

type Random = ReturnType<typeof createRandom>

/** mulberry32: the same numbers for the same seed. */
function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join('')
  return {
    below,
    hex,
    chance: (share: number) => next() < share,
    pick: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item,
    address: () => `0x${hex(40)}`,
    /** A random amount from `low` to `low` times 10 ** `orders`; each order of magnitude is equally likely. */
    amount: (low: bigint, orders: number) => (low * BigInt(Math.floor(10 ** (3 + next() * orders)))) / 1000n,
  }
}

/** The numbers of first and last digits that imitations share with their original, as found on chains. */
const ENDS = [
  [3, 4],
  [4, 3],
  [4, 4],
  [4, 4],
  [5, 4],
  [4, 6],
  [5, 5],
  [6, 6],
  [7, 7],
] as const

function imitationOf(random: Random, address: string): string {
  const [head, tail] = random.pick(ENDS)
  return `${address.slice(0, 2 + head)}${random.hex(40 - head - tail)}${address.slice(-tail)}`
}

export function labelledAccount(seed: number): LabelledAccount {
  const random = createRandom(seed)
  const account = new AccountWriter(random)
  const length = 150 + random.below(250)
  for (let nth = 0; nth < length; nth++) {
    if (random.chance(0.6)) account.honestTransfer()
    else if (random.chance(0.5)) account.honestNoise()
    else account.attack()
  }
  return { own: account.own, rows: account.rows.reverse() }
}

const TOKENS: readonly (readonly [symbol: string, name: string, decimals: string, rate: string | null])[] = [
  ['USDC', 'USD Coin', '6', '1.0001'],
  ['USDT', 'Tether USD', '6', '0.9999'],
  ['WETH', 'Wrapped Ether', '18', '2481.3'],
  ['PTS', 'Points', '0', null],
  ['TST', 'Test Coin', '18', null],
]

class AccountWriter {
  readonly own: string
  readonly rows: LabelledRow[] = []
  readonly #random: Random
  readonly #tokens: readonly TestToken[]
  readonly #parties: readonly string[]
  /** The parties that the account has dealt with, each with the last amount. */
  readonly #dealt: { readonly party: string; readonly token: TestToken | null; readonly value: bigint }[] = []
  #block = 1_000_000

  constructor(random: Random) {
    this.#random = random
    this.own = random.address()
    const priced = random.chance(0.7)
    this.#tokens = TOKENS.map(([symbol, name, decimals, rate]) => ({
      address_hash: random.address(),
      symbol,
      name,
      decimals,
      exchange_rate: priced ? rate : null,
      reputation: 'ok',
    }))
    const family = random.hex(4)
    this.#parties = [
      ...Array.from({ length: 12 + random.below(40) }, () => random.address()),
      // Honest look-alikes: precompiles of a chain, and contracts of one factory, which share nearly all digits.
      `0x${'0'.repeat(36)}1001`,
      `0x${'0'.repeat(35)}21001`,
      `0x4200${'0'.repeat(32)}0006`,
      `0x4200${'0'.repeat(31)}10006`,
      `0x${family}${'c'.repeat(30)}${random.hex(2)}beef`,
      `0x${family}${'c'.repeat(30)}${random.hex(2)}beef`,
    ]
  }

  /** Adds a payment in either direction, in the coin or a token, or a call. */
  honestTransfer(): void {
    const random = this.#random
    const party = random.pick(this.#parties)
    const out = random.chance(0.6)
    const token = random.chance(0.55) ? random.pick(this.#tokens) : null
    const value = token ? random.amount(unit(token), 4) : random.amount(10n ** 16n, 3)
    if (token) this.#transfer(token, value, out, party)
    else this.#transaction(value, out, party, random.chance(0.3) ? '0xa9059cbb' : '0x')
    if (!token || value > 0n) this.#dealt.push({ party, token, value })
  }

  /** Adds a row that looks suspicious and imitates nobody. */
  honestNoise(): void {
    const random = this.#random
    const token = random.pick(this.#tokens)
    const stranger = random.address()
    const kinds = [
      // A router that moves nothing; a call without a value; dust from a faucet; change from a known party.
      () => {
        this.#transfer(token, 0n, true, random.pick(this.#parties))
      },
      () => {
        this.#transaction(0n, true, random.pick(this.#parties), '0x095ea7b3')
      },
      () => {
        this.#transaction(10n ** 9n, false, stranger, '0x')
      },
      () => {
        this.#transfer(token, 1n, false, random.pick(this.#parties))
      },
      // Spam from strangers: a token with a well-known symbol, or with a bad reputation.
      () => {
        this.#transfer(this.#fake(token, 0), random.amount(unit(token), 5), false, stranger)
      },
      () => {
        this.#transfer(this.#fake(token, 1), random.amount(unit(token), 5), false, stranger)
      },
      () => {
        this.#transfer(token, 0n, true, stranger)
      },
    ]
    random.pick(kinds)()
  }

  /** Adds an attack after a transfer: from an address that looks like its other party. */
  attack(): void {
    const random = this.#random
    const target = this.#dealt.at(-1 - random.below(Math.min(10, this.#dealt.length)))
    if (!target || /^0x(?:0{30}|4200|.{4}c{30})/.test(target.party)) return
    const imitation = imitationOf(random, target.party)
    const token = target.token ?? random.pick(this.#tokens)
    const value = target.token ? target.value : random.amount(unit(token), 3)
    const out = random.chance(0.6)
    const kinds = {
      'zero value': () => {
        this.#transfer(token, 0n, out, imitation, 'zero value')
      },
      'fake token': () => {
        this.#transfer(this.#fake(token, random.below(3)), value, out, imitation, 'fake token')
      },
      'dust token': () => {
        const dust = value / 10n ** BigInt(4 + random.below(3))
        this.#transfer(token, dust, false, imitation, 'dust token')
      },
      'dust coin': () => {
        this.#transaction(random.amount(10n ** 9n, 3), false, imitation, '0x', 'dust coin')
      },
    }
    const names = Object.keys(kinds) as (keyof typeof kinds)[]
    // One attack in five is repeated by the same address.
    const name = random.pick(names)
    kinds[name]()
    if (random.chance(0.2)) kinds[name]()
  }

  /** Makes a token with the same symbol, or the symbol in look-alike letters, or one that the source marks. */
  #fake(token: TestToken, kind: number): TestToken {
    const address_hash = this.#random.address()
    const cyrillic = token.symbol.replace('S', '\u0405').replace('E', '\u0415').replace('P', '\u0420')
    if (kind === 0) return { ...token, address_hash, exchange_rate: null }
    if (kind === 1) return { ...token, address_hash, exchange_rate: null, reputation: 'scam' }
    const known = token.symbol.startsWith('USD') || token.symbol === 'WETH'
    return { ...token, address_hash, exchange_rate: null, symbol: known ? cyrillic : token.symbol }
  }

  #next() {
    this.#block += 1 + this.#random.below(500)
    return this.#block
  }

  #transfer(
    token: TestToken,
    value: bigint,
    out: boolean,
    party: string,
    attack?: LabelledRow['attack'],
  ): void {
    this.#push(
      {
        ...this.#sides(out, party),
        transaction_hash: `0x${this.#random.hex(64)}`,
        log_index: this.#random.below(300),
        block_number: this.#next(),
        token,
        total: [{ value: String(value), decimals: token.decimals }],
      },
      attack,
    )
  }

  #transaction(
    value: bigint,
    out: boolean,
    party: string,
    input: string,
    attack?: LabelledRow['attack'],
  ): void {
    this.#push(
      {
        ...this.#sides(out, party),
        hash: `0x${this.#random.hex(64)}`,
        block_number: this.#next(),
        value: String(value),
        raw_input: input,
      },
      attack,
    )
  }

  #sides(out: boolean, party: string) {
    const [from, to] = out ? [this.own, party] : [party, this.own]
    return { from: { hash: from }, to: { hash: to } }
  }

  #push(item: object, attack: LabelledRow['attack']): void {
    this.rows.push(attack ? { item, attack } : { item })
  }
}

const unit = (token: TestToken) => 10n ** BigInt(token.decimals)
