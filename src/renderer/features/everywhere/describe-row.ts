/** Texts in the row of a source. */
import { $gettext, $msgid, $nmsgid } from '#shared/text/gettext.ts'
import { chainName } from '#shared/chains.ts'
import {
  NEVER,
  type AddressOnChain,
  type MissingPart,
  type OtherChain,
  type TabCount,
  type TokensWorth,
} from '#shared/rpc/contract/everywhere.ts'
import { describeError } from '#shared/rpc/describe-error.ts'
import { groupThousands } from '#shared/units.ts'
import { formatShortCount, pluralize } from '#renderer/lib/format-number.ts'
import { formatAgo } from '#renderer/lib/format-time.ts'

export const formatTabCount = (count: TabCount | null) =>
  count === null ? '–' : formatShortCount(count.count, count.isAtLeast)

const TOKEN = $nmsgid('token', 'tokens')

/** The value of the tokens: `text` for the row; `title` has all digits, and the tokens that are not in it. */
export function describeWorth(tokens: TokensWorth | null): { readonly text: string; readonly title: string } {
  if (tokens === null) return { text: '–', title: '' }
  const { usd, priced, unpriced, scam, isAll } = tokens
  if (usd === null && unpriced === 0 && scam === 0) return { text: $gettext('No tokens'), title: '' }
  const [whole = '0', cents = ''] = (usd ?? '').split('.')
  const dollars = `$ ${groupThousands(whole)}`
  const exact = `${dollars}.${cents.padEnd(2, '0')}`
  const left = [
    ...(unpriced > 0 ? [$gettext('%{tokens} without a price', { tokens: pluralize(unpriced, TOKEN) })] : []),
    ...(scam > 0 ? [$gettext('%{tokens} marked as scam', { tokens: pluralize(scam, TOKEN) })] : []),
    ...(isAll ? [] : [$gettext('what is after the first page')]),
  ]
  const title = [
    ...(usd === null
      ? []
      : [
          $gettext('%{sum} by the source’s prices of %{tokens}.', {
            sum: exact,
            tokens: pluralize(priced, TOKEN),
          }),
        ]),
    ...(left.length > 0 ? [$gettext('Left out: %{left}.', { left: left.join(', ') })] : []),
  ].join(' ')
  // A value of a million or more is shown without cents, because they do not fit.
  return { text: usd === null ? $gettext('No prices') : whole.length > 6 ? dollars : exact, title }
}

/** Short text for the number of tokens that the value leaves out. */
export function countLeftOut(tokens: TokensWorth | null): string {
  if (tokens === null) return ''
  const left = tokens.unpriced + tokens.scam
  if (left === 0) return tokens.isAll ? '' : $gettext('first page only')
  return $gettext('%{count} left out', { count: `${String(left)}${tokens.isAll ? '' : '+'}` })
}

export const isTime = (time: string | null): time is string => time !== null && time !== NEVER

const PARTS: Readonly<Record<MissingPart, string>> = {
  counts: $msgid('Counts'),
  tokens: $msgid('Tokens'),
  activity: $msgid('Activity'),
}

export interface RowState {
  readonly text: string
  /** The full text. */
  readonly title: string
  readonly tone: 'calm' | 'warn' | 'bad'
  readonly canRetry: boolean
}

/** Describes the state of a row. `nameOf` gives the name of a source. */
export function describeState(
  row: AddressOnChain | undefined,
  now: number,
  nameOf: (source: string) => string,
): RowState {
  const calm = (text: string, title = text): RowState => ({ text, title, tone: 'calm', canRetry: false })
  if (!row) return calm('')
  const time = row.keptAt === null ? undefined : formatAgo(new Date(row.keptAt).toISOString(), now)
  const kept = time === undefined ? undefined : $gettext('Kept %{time}', { time })
  switch (row.state) {
    case 'unasked':
      return calm(kept ?? $gettext('Not asked'))
    case 'waiting':
      return calm($gettext('Waiting for its turn'))
    case 'asking':
      return calm($gettext('Asking'))
    case 'failed': {
      if (row.otherChain) return describeOtherChain(row.otherChain, nameOf)
      const { title, text, tone } = describeError(row.error ?? { code: 'cancelled' })
      const whole = [title, text, time !== undefined && $gettext('Shown: kept %{time}.', { time })]
        .filter(Boolean)
        .join(' ')
      return { text: title, title: whole, tone, canRetry: true }
    }
    case 'answered':
      return (
        describeMissing(row) ??
        calm(kept ?? (row.facts.isKnown === false ? $gettext('Nothing here') : $gettext('Answered')))
      )
  }
}

/** A source with the rows of another chain. Asked alone, it would look right: only the answers of all together show it. */
const describeOtherChain = (otherChain: OtherChain, nameOf: (source: string) => string): RowState =>
  'says' in otherChain
    ? {
        text: $gettext('Refused: says it is %{chain}', { chain: chainName(otherChain.says) }),
        title: $gettext(
          'This source says that it is %{chain} (%{chainId}), and is listed for another chain. Nothing of its answer is shown. Correct its chain in the sources.',
          { chain: chainName(otherChain.says), chainId: otherChain.says },
        ),
        tone: 'bad',
        canRetry: true,
      }
    : {
        text: $gettext('Refused: same as %{source}', { source: nameOf(otherChain.sameAs) }),
        title: $gettext(
          'It has the same transactions in the same blocks as %{source}, which is listed for another chain. Nothing of its answer is shown.',
          { source: nameOf(otherChain.sameAs) },
        ),
        tone: 'bad',
        canRetry: false,
      }

function describeMissing({ missing }: AddressOnChain): RowState | undefined {
  if (missing.length === 0) return undefined
  const parts = [...new Set(missing.map(({ part }) => $gettext(PARTS[part])))].join(', ')
  const reasons = missing.map(({ part, error }) => `${$gettext(PARTS[part])}: ${describeError(error).title}`)
  return {
    text: $gettext('%{parts} not read', { parts }),
    title: reasons.join(' '),
    tone: 'warn',
    canRetry: true,
  }
}
