import type { AddressRef } from './address.ts'

const NONE: readonly string[] = []

/** What an address is called by its chain and its source, the best name first: ENS, contract, tag. As they came. */
export function namesOnChain({ ens_domain_name: ens, name, metadata }: AddressRef): readonly string[] {
  // Most addresses have none, and a filter looks at a hundred thousand of them.
  if (!ens && !name && !metadata) return NONE
  // A tag called "name" by the instance is a name; others (for example a phishing warning) are not.
  const tag = metadata?.tags?.find(({ tagType }) => tagType === 'name')?.name
  return [ens, name, tag].filter((one): one is string => Boolean(one))
}
