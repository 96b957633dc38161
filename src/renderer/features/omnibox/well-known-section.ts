/** Tokens of the list that ships with the app, and what is made to pass for one of them. */
import { $gettext } from '#shared/text/gettext.ts'
import type { WellKnownToken } from '#shared/rpc/contract/tokens.ts'
import { tokenRoute } from '#renderer/entities/routes.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import type { PaletteItem, PaletteQuery, PaletteSection } from '../palette-provider.ts'

const MAX_SHOWN = 6

/** How well a token is called what was typed (lower case): 0 is just so; undefined is not at all. */
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
    // Below what the person has read, above what a source answers.
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

/** Anybody can give a token the symbol of a well-known one: the mark of one that has it and is another. */
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
