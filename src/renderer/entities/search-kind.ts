import type { SearchItem } from '#shared/chain/search.ts'
import { plainName } from '#shared/text/hostile-text.ts'

const KINDS: Readonly<Record<string, string>> = {
  token: 'token',
  address: 'address',
  contract: 'contract',
  ens_domain: 'ENS name',
  label: 'label',
  metadata_tag: 'tag',
  block: 'block',
  transaction: 'transaction',
  user_operation: 'user operation',
  blob: 'blob',
}

/** What kind of thing was found, in a person's words; a kind that is not known here as the source calls it. */
export const searchKind = ({ type }: SearchItem): string => KINDS[type] ?? plainName(type, 40)
