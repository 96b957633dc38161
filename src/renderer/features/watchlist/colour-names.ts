import { $msgid } from '#shared/text/gettext.ts'
import type { WatchColour } from '#shared/rpc/contract/watchlist.ts'

/** Message ids of the colours; translated where they are shown. */
export const COLOUR_NAMES: Readonly<Record<WatchColour, string>> = {
  grey: $msgid('grey'),
  red: $msgid('red'),
  orange: $msgid('orange'),
  yellow: $msgid('yellow'),
  green: $msgid('green'),
  teal: $msgid('teal'),
  blue: $msgid('blue'),
  purple: $msgid('purple'),
  pink: $msgid('pink'),
}
