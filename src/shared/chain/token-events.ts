/** Reads token transfers from logs. A log that does not match an event exactly gives no transfer. */
import { addressOfWord, ZERO_ADDRESS } from '../abi/words.ts'

/** The part of a log that these readers need. */
export interface EventLog {
  readonly topics: readonly string[]
  readonly data: string
}

export const TOKEN_TYPES = ['ERC-20', 'ERC-721', 'ERC-1155', 'ERC-404'] as const
export type TokenType = (typeof TOKEN_TYPES)[number]

export interface TokenTransfer {
  readonly type: TokenType
  readonly from: string
  readonly to: string
  /** Hex quantities. An ERC-721 has an id and no value, an ERC-20 a value and no id. */
  readonly tokenId: string | null
  readonly value: string | null
}

export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
export const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
export const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
/** ERC-2309: one event mints or moves a range of ids of an NFT contract. */
const CONSECUTIVE = '0xdeaa91b6123d068f5821d0fb0678463d1a8a6079fe8af5de3ce5e896dcf9133d'
/**
 * ERC-6909: a multi-token without batches. Its balances are asked for like those of an ERC-1155, and it is listed as
 * one.
 */
const ERC6909 = '0x1b3d7edb2e9c0b0e7c525b20aaaef0f5940d2ed71663c7d39266ecafac728859'
/** ERC20Transfer and ERC721Transfer: events of the first ERC-404 contracts. */
const ERC404_AMOUNT = '0xe59fdd36d0d223c0c7d996db7ad796880f45e1936cb0bb7ac102e7082e031487'
const ERC404_ID = '0xe5f815dc84b8cecdfd4beedfc3f91ab5be7af100eca4e8fb11552b867995394f'

const WORD = 64
/** A longer batch does not fit into a block. */
const MAX_ITEMS = 100_000
/**
 * A range costs its contract one event whatever its length. The usual implementation has at most this many ids in
 * one.
 */
const MAX_RANGE = 5_000
const NONE: readonly TokenTransfer[] = []

export function readTokenTransfers(log: EventLog): readonly TokenTransfer[] {
  switch (log.topics[0]) {
    case TRANSFER:
      return transfer(log)
    case TRANSFER_SINGLE:
      return single(log)
    case TRANSFER_BATCH:
      return batch(log)
    case CONSECUTIVE:
      return consecutive(log)
    case ERC6909:
      return log.topics.length === 4 && words(log) >= 2
        ? [multiTransfer(log, (log.topics[3] ?? '').slice(2), word(log, 1), 1)]
        : NONE
    case ERC404_AMOUNT:
      return log.topics.length === 3 && words(log) >= 1 ? [amountTransfer('ERC-404', log)] : NONE
    case ERC404_ID:
      return log.topics.length === 4 ? [idTransfer('ERC-404', log)] : NONE
    default:
      return NONE
  }
}

export const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'
/** ERC-4626: `assets` and `shares`. */
const VAULT_DEPOSIT = '0xdcbc1c05240f31ff3ad067ef1ee35ce4997762752e3a095284754544f4c709d7'
const VAULT_WITHDRAW = '0xfbde797d201c681b91056529119e0b02407c7bb96a4a2c75c01fc9667232c8db'

/**
 * The mint or burn that a deposit or withdrawal means, in a wrapped coin or in a vault that has no other event for
 * it. Other contracts emit the same events and mint nothing: the caller must prove the result.
 */
export function readDeposit(log: EventLog): TokenTransfer | null {
  const [topic, , second, third] = log.topics
  const isWrapper = log.topics.length === 2 && words(log) === 1
  const minted = (to = '', value = '') => ({ ...NO_PARTIES, to: addressOfWord(to), value: `0x${value}` })
  const burned = (from = '', value = '') => ({
    ...NO_PARTIES,
    from: addressOfWord(from),
    value: `0x${value}`,
  })
  if (topic === DEPOSIT && isWrapper) return minted(log.topics[1], word(log, 0))
  if (topic === WITHDRAWAL && isWrapper) return burned(log.topics[1], word(log, 0))
  if (topic === VAULT_DEPOSIT && log.topics.length === 3 && words(log) === 2)
    return minted(second, word(log, 1))
  if (topic === VAULT_WITHDRAW && log.topics.length === 4 && words(log) === 2)
    return burned(third, word(log, 1))
  return null
}

const NO_PARTIES = { type: 'ERC-20', from: ZERO_ADDRESS, to: ZERO_ADDRESS, tokenId: null } as const

function transfer(log: EventLog): readonly TokenTransfer[] {
  if (log.topics.length === 4) return [idTransfer('ERC-721', log)]
  if (log.topics.length === 3 && words(log) >= 1) return [amountTransfer('ERC-20', log)]
  return bare(log)
}

/**
 * Reads the events of early contracts, which index none or one of the three fields. Fields that are not indexed are
 * in the data, in their order. Only the contract can say whether the third is an id or an amount: until it does, it
 * counts as an id.
 */
function bare(log: EventLog): readonly TokenTransfer[] {
  const [, indexed] = log.topics
  const fields = Array.from({ length: words(log) }, (_, index) => word(log, index))
  if (indexed !== undefined) fields.splice(isAddress(indexed.slice(2)) ? 0 : 2, 0, indexed.slice(2))
  const [from, to, third] = fields
  if (log.topics.length > 2 || fields.length !== 3 || !from || !to || !third) return NONE
  if (!isAddress(from) || !isAddress(to)) return NONE
  return [
    {
      type: 'ERC-721',
      from: addressOfWord(from),
      to: addressOfWord(to),
      tokenId: `0x${third}`,
      value: null,
    },
  ]
}

const amountTransfer = (type: TokenType, log: EventLog): TokenTransfer => ({
  type,
  from: addressOfWord(log.topics[1] ?? ''),
  to: addressOfWord(log.topics[2] ?? ''),
  tokenId: null,
  value: `0x${word(log, 0)}`,
})

const idTransfer = (type: TokenType, log: EventLog): TokenTransfer => ({
  type,
  from: addressOfWord(log.topics[1] ?? ''),
  to: addressOfWord(log.topics[2] ?? ''),
  tokenId: log.topics[3] ?? null,
  value: null,
})

function single(log: EventLog): readonly TokenTransfer[] {
  if (log.topics.length !== 4 || words(log) < 2) return NONE
  return [multiTransfer(log, word(log, 0), word(log, 1))]
}

/**
 * The number of NFTs that the event moves; 0 for another event. Only the first `MAX_RANGE` of a long range are read.
 */
export const rangeLength = (log: EventLog): bigint =>
  log.topics[0] === CONSECUTIVE && log.topics.length === 4 && words(log) >= 1
    ? BigInt(`0x${word(log, 0)}`) - BigInt(log.topics[1] ?? 0) + 1n
    : 0n

function consecutive(log: EventLog): readonly TokenTransfer[] {
  if (log.topics.length !== 4 || words(log) < 1) return NONE
  const first = BigInt(log.topics[1] ?? 0)
  const length = Math.min(Number(rangeLength(log)), MAX_RANGE)
  if (length < 1) return NONE
  const [from, to] = [addressOfWord(log.topics[2] ?? ''), addressOfWord(log.topics[3] ?? '')]
  return Array.from({ length }, (_, index) => ({
    type: 'ERC-721',
    from,
    to,
    tokenId: `0x${(first + BigInt(index)).toString(16)}`,
    value: null,
  }))
}

function batch(log: EventLog): readonly TokenTransfer[] {
  if (log.topics.length !== 4 || words(log) < 2) return NONE
  const ids = readArray(log, word(log, 0))
  const values = readArray(log, word(log, 1))
  if (ids?.length !== values?.length) return NONE
  return ids?.map((id, index) => multiTransfer(log, id, values?.[index] ?? '0')) ?? NONE
}

/**
 * A transfer of one id of a multi-token. `sender` is the number of the sender's topic; the receiver is in the next.
 */
const multiTransfer = (log: EventLog, id: string, value: string, sender = 2): TokenTransfer => ({
  type: 'ERC-1155',
  from: addressOfWord(log.topics[sender] ?? ''),
  to: addressOfWord(log.topics[sender + 1] ?? ''),
  tokenId: `0x${id}`,
  value: `0x${value}`,
})

/** The words of an array at a byte offset into the data; null if it exceeds the data. */
function readArray(log: EventLog, offsetWord: string): readonly string[] | null {
  const offset = small(offsetWord)
  if (offset === null || offset % 32 !== 0) return null
  const at = offset / 32
  if (at >= words(log)) return null
  const length = small(word(log, at))
  if (length === null || length > MAX_ITEMS || at + 1 + length > words(log)) return null
  return Array.from({ length }, (_, index) => word(log, at + 1 + index))
}

const words = (log: EventLog): number => Math.floor((log.data.length - 2) / WORD)
const word = (log: EventLog, index: number): string =>
  log.data.slice(2 + index * WORD, 2 + (index + 1) * WORD)
const isAddress = (text: string): boolean => text.startsWith('0'.repeat(24))

function small(text: string): number | null {
  const value = Number(`0x${text}`)
  return value <= 0xffffffff ? value : null
}
