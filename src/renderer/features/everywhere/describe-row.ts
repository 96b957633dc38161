/** What stands in the row of a source, in words. */
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
import { formatAge, formatAgo } from '#renderer/lib/format-time.ts'

export const formatTabCount = (count: TabCount | null) =>
  count === null ? '–' : formatShortCount(count.count, count.isAtLeast)

const TOKEN = { one: 'token', many: 'tokens' }

/** The worth of the tokens, as the row shows it, and with all digits and what is not in it. */
export function describeWorth(tokens: TokensWorth | null): { readonly text: string; readonly title: string } {
  if (tokens === null) return { text: '–', title: '' }
  const { usd, priced, unpriced, scam, isAll } = tokens
  if (usd === null && unpriced === 0 && scam === 0) return { text: 'No tokens', title: '' }
  const [whole = '0', cents = ''] = (usd ?? '').split('.')
  const dollars = `$ ${groupThousands(whole)}`
  const exact = `${dollars}.${cents.padEnd(2, '0')}`
  const left = [
    ...(unpriced > 0 ? [`${pluralize(unpriced, TOKEN)} without a price`] : []),
    ...(scam > 0 ? [`${pluralize(scam, TOKEN)} marked as scam`] : []),
    ...(isAll ? [] : ['what is after the first page']),
  ]
  const title = [
    ...(usd === null ? [] : [`${exact} by the source’s prices of ${pluralize(priced, TOKEN)}.`]),
    ...(left.length > 0 ? [`Left out: ${left.join(', ')}.`] : []),
  ].join(' ')
  // From a million on there is no room for cents.
  return { text: usd === null ? 'No prices' : whole.length > 6 ? dollars : exact, title }
}

/** How many tokens are not in the worth, where there is little room. */
export function countLeftOut(tokens: TokensWorth | null): string {
  if (tokens === null) return ''
  const left = tokens.unpriced + tokens.scam
  if (left === 0) return tokens.isAll ? '' : 'first page only'
  return `${String(left)}${tokens.isAll ? '' : '+'} left out`
}

export const isTime = (time: string | null): time is string => time !== null && time !== NEVER

const PARTS: Readonly<Record<MissingPart, string>> = {
  counts: 'Counts',
  tokens: 'Tokens',
  activity: 'Activity',
}

export interface RowState {
  readonly text: string
  /** The whole of it. */
  readonly title: string
  readonly tone: 'calm' | 'warn' | 'bad'
  readonly canRetry: boolean
}

/** `nameOf`: of a source. */
export function describeState(
  row: AddressOnChain | undefined,
  now: number,
  nameOf: (source: string) => string,
): RowState {
  const calm = (text: string, title = text): RowState => ({ text, title, tone: 'calm', canRetry: false })
  if (!row) return calm('')
  const kept = row.keptAt === null ? undefined : describeKept(row.keptAt, now)
  switch (row.state) {
    case 'unasked':
      return calm(kept ?? 'Not asked')
    case 'waiting':
      return calm('Waiting for its turn')
    case 'asking':
      return calm('Asking')
    case 'failed': {
      if (row.otherChain) return describeOtherChain(row.otherChain, nameOf)
      const { title, text, tone } = describeError(row.error ?? { code: 'cancelled' })
      const whole = [title, text, kept && `Shown: ${kept.toLowerCase()}.`].filter(Boolean).join(' ')
      return { text: title, title: whole, tone, canRetry: true }
    }
    case 'answered':
      return describeMissing(row) ?? calm(kept ?? (row.facts.isKnown === false ? 'Nothing here' : 'Answered'))
  }
}

const describeKept = (keptAt: number, now: number) =>
  `Kept ${formatAgo(formatAge(new Date(keptAt).toISOString(), now))}`

/** Asked alone, a source that has the rows of another one looks right: only all of them together tell. */
const describeOtherChain = (otherChain: OtherChain, nameOf: (source: string) => string): RowState =>
  'says' in otherChain
    ? {
        text: `Refused: says it is ${chainName(otherChain.says)}`,
        title: `This source says that it is ${chainName(otherChain.says)} (${otherChain.says}), and is listed for another chain. Nothing of its answer is shown. Correct its chain in the sources.`,
        tone: 'bad',
        canRetry: true,
      }
    : {
        text: `Refused: same as ${nameOf(otherChain.sameAs)}`,
        title: `It has the same transactions in the same blocks as ${nameOf(otherChain.sameAs)}, which is listed for another chain. Nothing of its answer is shown.`,
        tone: 'bad',
        canRetry: false,
      }

function describeMissing({ missing }: AddressOnChain): RowState | undefined {
  if (missing.length === 0) return undefined
  const parts = [...new Set(missing.map(({ part }) => PARTS[part]))].join(', ')
  const reasons = missing.map(({ part, error }) => `${PARTS[part]}: ${describeError(error).title}`)
  return { text: `${parts} not read`, title: reasons.join(' '), tone: 'warn', canRetry: true }
}
