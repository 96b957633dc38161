import { $gettext, $msgid } from '#shared/text/gettext.ts'
import type { SearchItem } from '#shared/chain/search.ts'
import { plainName } from '#shared/text/hostile-text.ts'

const KINDS: Readonly<Record<string, string>> = {
  token: $msgid('token'),
  address: $msgid('address'),
  contract: $msgid('contract'),
  ens_domain: $msgid('ENS name'),
  label: $msgid('label'),
  metadata_tag: $msgid('tag'),
  block: $msgid('block'),
  transaction: $msgid('transaction'),
  user_operation: $msgid('user operation'),
  blob: $msgid('blob'),
}

/** The kind of a search result, translated. An unknown kind keeps the source's name. */
export function searchKind({ type }: SearchItem): string {
  const kind = KINDS[type]
  return kind === undefined ? plainName(type, 40) : $gettext(kind)
}

/** The kind in English, for copies. */
export const searchKindText = ({ type }: SearchItem): string => KINDS[type] ?? plainName(type, 40)
