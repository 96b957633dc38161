/** Describes a movement in text without characters that are syntax in any format. */
import type { LedgerMovement, MovementRule } from '#shared/rpc/contract/ledger.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { assetIn, type Book } from './book.ts'
import type { Entry } from './group-entries.ts'

const WORDS: Readonly<Record<MovementRule, string>> = {
  genesis: 'Held before the first movement',
  deposit: 'Deposit from the layer below',
  value: 'Transfer',
  creation: 'Contract creation',
  fee: 'Transaction fee',
  internal: 'Internal transfer',
  'self-destruct': 'Self-destruct',
  transfer: 'Token transfer',
  mint: 'Mint',
  burn: 'Burn',
  wrapped: 'Wrapped coin',
  withdrawal: 'Validator withdrawal',
  'block-reward': 'Block reward',
  manual: 'Entered by hand',
}

const MAX_NAME_LENGTH = 40
/** Maximum length of an address, a hash or a number. */
const MAX_ID_LENGTH = 80

/**
 * Replaces all but letters, digits and a few signs: quotes, brackets, semicolons, bars and colons are syntax in journals.
 */
export const journalText = (text: string, maxLength = MAX_ID_LENGTH) =>
  plainName(text, maxLength).replace(/[^\p{L}\p{M}\p{N} .,+&#@()/…_-]/gu, '?')

export const journalName = (name: string) => journalText(name, MAX_NAME_LENGTH)

/** Describes a movement, for example `Token transfer to 0x… (name), of 0x… #12`. */
export function describeMovement(
  { rule, amount, counterparty, asset: id, nft, note = '' }: LedgerMovement,
  book: Book,
): string {
  const { token } = assetIn(book, id)
  const name = counterparty?.ens_domain_name ?? counterparty?.name ?? ''
  const other =
    counterparty && `${journalText(counterparty.hash)}${name === '' ? '' : ` (${journalName(name)})`}`
  return [
    WORDS[rule],
    other ? ` ${amount.startsWith('-') ? 'to' : 'from'} ${other}` : '',
    token ? `, of ${journalText(token.address_hash)}` : '',
    nft === null ? '' : ` #${journalText(nft)}`,
    note === '' ? '' : ` (${journalText(note)})`,
  ].join('')
}

/** Describes a whole transaction in one line. */
export function describeEntry({ trade, movements, fees }: Entry, book: Book): string {
  if (trade) return 'Trade'
  const [first, ...more] = movements.length > 0 ? movements : fees
  if (!first) return ''
  return more.length === 0 ? describeMovement(first, book) : `${String(more.length + 1)} movements`
}
