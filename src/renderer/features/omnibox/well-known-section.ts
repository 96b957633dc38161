/** The section of the palette for the tokens in the app's list, and the mark for tokens that imitate one of them. */
import { $gettext } from '#shared/text/gettext.ts'
import type { WellKnownToken } from '#shared/rpc/contract/tokens.ts'
import { tokenRoute } from '#renderer/entities/routes.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import type { PaletteItem, PaletteQuery, PaletteSection } from '../palette-provider.ts'

const MAX_SHOWN = 6

/** How well a token matches the text (lower case): 0 is an exact match, undefined is no match. */
function rankOf({ symbol, name }: WellKnownToken, wanted: string): number | undefined {
  const [short, full] = [symbol.toLowerCase(), name.toLowerCase()]
  if (short === wanted || full === wanted) return 0
  if (short.startsWith(wanted)) return 1
  if (full.startsWith(wanted) || full.includes(` ${wanted}`)) return 2
  return undefined
}

export function wellKnownSection(
  { text }: Pick<PaletteQuery, 'text'>,
  tokens: readonly WellKnownToken[],
  source: string,
): PaletteSection {
  const wanted = text.toLowerCase()
  const found = tokens
    .flatMap((token) => {
      const rank = rankOf(token, wanted)
      return rank === undefined ? [] : [{ token, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MAX_SHOWN)
  return {
    // Below rows the person has read, above answers of a source.
    order: 47,
    title: $gettext('Well-known tokens'),
    items: found.map(({ token: { address, symbol, name }, rank }) => ({
      id: `well-known:${address}`,
      label: name,
      detail: [symbol === name ? undefined : symbol, $gettext('token'), shortenAddress(address)]
        .filter(Boolean)
        .join(' · '),
      ...(rank === 0 && { isExact: true }),
      icon: { kind: 'token' },
      action: { kind: 'go', to: tokenRoute(source, address), source },
    })),
  }
}

/** Marks tokens that have the symbol of a well-known token but another address: anybody can create such a token. */
export function createPretenders(tokens: readonly WellKnownToken[]) {
  const addresses = new Set(tokens.map(({ address }) => address.toLowerCase()))
  const bySymbol = new Map(tokens.map((token) => [token.symbol.toLowerCase(), token] as const).toReversed())
  return (address: string, symbol: string | null | undefined): PaletteItem['mark'] => {
    const real = symbol == null ? undefined : bySymbol.get(symbol.trim().toLowerCase())
    return real === undefined || addresses.has(address.toLowerCase())
      ? undefined
      : {
          tone: 'warn',
          label: $gettext('not the well-known %{symbol}', { symbol: real.symbol }),
          title: $gettext('Has the symbol of a well-known token, which is %{address}', {
            address: real.address,
          }),
        }
  }
}
export type PretenderOf = ReturnType<typeof createPretenders>
