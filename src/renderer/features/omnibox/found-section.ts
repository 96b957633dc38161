/**
 * The section of the palette for the current source's answer to a search by name. Names the window knows itself
 * are in other sections.
 */
import { $gettext } from '#shared/text/gettext.ts'
import { detailEndpoint } from '#shared/lists/detail-table.ts'
import type { RowTarget } from '#shared/lists/list-endpoint.ts'
import { searchName, searchTarget } from '#shared/lists/named-lists.ts'
import type { SearchItem } from '#shared/chain/search.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { OWN_MARK, plainName } from '#shared/text/hostile-text.ts'
import { isBadReputation } from '#shared/chain/reputation.ts'
import { nameWarning } from '#renderer/entities/name-mark.ts'
import {
  addressRoute,
  blockRoute,
  searchRoute,
  tokenRoute,
  transactionRoute,
} from '#renderer/entities/routes.ts'
import { searchKind } from '#renderer/entities/search-kind.ts'
import { describeError } from '#renderer/lib/format-error.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import type { PaletteItem, PaletteSection } from '../palette-provider.ts'
import type { SourceAnswer } from './use-source-search.ts'
import type { PretenderOf } from './well-known-section.ts'

/** Maximum number of items here; the list of all results shows the rest. */
const MAX_SHOWN = 8
/** Last of the sections: the others are there at once and must not move when the answer arrives. */
const ORDER = 70
/**
 * A name of the chain's name service is typed whole, so the source's answer stands after what the person named and
 * before all else. Its place has one line from the first on, so that nothing moves when the answer arrives.
 */
const FIRST_ORDER = 35
const CHAIN_NAME = /^[^\s.]+(\.[^\s.]+)*\.eth$/iu
/** Opens all results: what holds the place of an answer that is not there yet. */
export const ALL_RESULTS = 'found:all'

export interface FoundContext {
  /** The person's labels, by address in lower case. */
  readonly labels: ReadonlyMap<string, string>
  /** Label of the address that `address` (lower case) imitates; undefined if it imitates none. */
  readonly imitated: (address: string) => string | undefined
  /** The mark of a token that has the symbol of a well-known token. */
  readonly pretender: PretenderOf
}

export interface Found {
  readonly sections: readonly PaletteSection[]
  readonly hints: readonly string[]
}

export function foundSections(answer: SourceAnswer, context: FoundContext): Found {
  switch (answer.kind) {
    case 'none':
      return { sections: [], hints: [] }
    case 'asking':
      return {
        sections: placeOf(answer),
        hints: [
          withCost(
            $gettext('Searching %{name} for “%{text}”…', { name: answer.source.name, text: answer.text }),
            answer.source,
          ),
        ],
      }
    case 'lacking':
      return {
        sections: [],
        hints: [$gettext('%{name} can’t be searched by name.', { name: answer.source.name })],
      }
    case 'failed':
      return {
        sections: placeOf(answer),
        hints: [
          $gettext('%{name} could not be searched. %{reason}', {
            name: answer.source.name,
            reason: describeError(answer.error).title,
          }),
        ],
      }
    case 'found':
      return foundOn(answer, context)
  }
}

type Asked = { readonly text: string; readonly source: SourceView }

function foundOn(answer: Extract<SourceAnswer, { kind: 'found' }>, context: FoundContext): Found {
  const { text, source, items } = answer
  const found = items.flatMap((item, index) => paletteItem(item, index, { text, source, context }) ?? [])
  if (found.length === 0)
    return {
      sections: placeOf(answer),
      hints: [$gettext('Nothing on %{name} is called “%{text}”.', { name: source.name, text })],
    }
  const place = placeOf(
    answer,
    found.find(({ isExact = false }) => isExact),
  )
  const isSplit = place.length > 0
  const title = isSplit ? $gettext('More on %{name}', { name: source.name }) : titleOn(source)
  const rest = { order: ORDER, title, items: [...found.slice(0, MAX_SHOWN), allResults(answer)] }
  return { sections: [...place, rest], hints: [] }
}

/**
 * The form of what a person types in which a name is registered, near enough: the core asks in that of ENSIP-15, whose
 * tables are too large for the window. Names that others gave are not changed: one in another form may be an imitation.
 */
const normalized = (typed: string) => typed.normalize('NFKC').replaceAll('\ufe0f', '').toLowerCase()

/** Before all that the source found: what is called so, and while that is not known, what leads to all results. */
function placeOf(asked: Asked, exact: PaletteItem = allResults(asked)): PaletteSection[] {
  return CHAIN_NAME.test(normalized(asked.text))
    ? [{ order: FIRST_ORDER, title: titleOn(asked.source), items: [exact] }]
    : []
}

const titleOn = (source: SourceView) => withCost($gettext('On %{name}', { name: source.name }), source)

const allResults = ({ text, source }: Asked): PaletteItem => ({
  id: ALL_RESULTS,
  label: $gettext('All results on %{name}', { name: source.name }),
  icon: { kind: 'command' },
  action: { kind: 'go', to: searchRoute(source.id, text), source: source.id },
})

/** Appends the credits a search costs, for sources of a Pro account. */
const withCost = (text: string, { kind }: SourceView) =>
  kind === 'pro'
    ? `${text} · ${$gettext('%{credits} credits a search', { credits: formatCount(detailEndpoint('search-quick').credits) })}`
    : text

function paletteItem(
  item: SearchItem,
  index: number,
  { text, source, context }: { text: string; source: SourceView; context: FoundContext },
): PaletteItem | undefined {
  const target = searchTarget(item)
  if (!target || target.kind === 'nft') return undefined
  const name = plainName(searchName(item) ?? '')
  const symbol = plainName(item.symbol ?? '', 40)
  const label = name || symbol || titleOf(target)
  const mark = markOf(item, context)
  const own = item.address_hash == null ? undefined : context.labels.get(item.address_hash.toLowerCase())
  const isCalled = [searchName(item), item.symbol].some(
    (one) => one != null && [text.toLowerCase(), normalized(text)].includes(one.trim().toLowerCase()),
  )
  return {
    id: `found:${String(index)}`,
    label,
    detail: [
      own === undefined ? undefined : `${OWN_MARK} ${plainName(own)}`,
      symbol !== label ? symbol : undefined,
      item.is_smart_contract_verified === true && item.type !== 'token'
        ? $gettext('verified %{kind}', { kind: searchKind(item) })
        : searchKind(item),
      target.kind === 'address' || target.kind === 'token' ? shortenAddress(target.address) : undefined,
    ]
      .filter(Boolean)
      .join(' · '),
    ...(mark && { mark }),
    // Enter alone does not open a marked item; a person has to choose it.
    ...(isCalled && !mark && { isExact: true }),
    icon: target.kind === 'address' ? { kind: 'address', address: target.address } : { kind: target.kind },
    action: { kind: 'go', to: routeOf(target, source.id), source: source.id },
  }
}

type FoundTarget = Exclude<RowTarget, { readonly kind: 'nft' }>

function routeOf(target: FoundTarget, source: string) {
  switch (target.kind) {
    case 'transaction':
      return transactionRoute(source, target.hash)
    case 'block':
      return blockRoute(source, target.block)
    case 'token':
      return tokenRoute(source, target.address)
    case 'address':
      return addressRoute(source, target.address)
  }
}

const titleOf = (target: FoundTarget) =>
  target.kind === 'transaction'
    ? shortenHash(target.hash)
    : target.kind === 'block'
      ? $gettext('Block %{block}', { block: target.block })
      : shortenAddress(target.address)

function markOf(item: SearchItem, { imitated, pretender }: FoundContext): PaletteItem['mark'] {
  if (isBadReputation(item.reputation))
    return { tone: 'bad', label: $gettext('scam'), title: $gettext('Marked as a scam by the source') }
  const whom = item.address_hash == null ? undefined : imitated(item.address_hash.toLowerCase())
  if (whom !== undefined)
    return {
      tone: 'bad',
      label: $gettext('imitates %{name}', { name: plainName(whom) }),
      title: $gettext('Looks like %{name}, and is another address', { name: plainName(whom) }),
    }
  const doubt = nameWarning(item.symbol, searchName(item))
  if (doubt) return { tone: 'warn', ...doubt }
  return item.type === 'token' && item.address_hash != null
    ? pretender(item.address_hash, item.symbol)
    : undefined
}
