import type { AddressRef } from './address.ts'

const NONE: readonly string[] = []

/** Names of an address by its chain and its source, unchanged, the best first: ENS, contract, tag. */
export function namesOnChain({ ens_domain_name: ens, name, metadata }: AddressRef): readonly string[] {
  // Most addresses have no name, and a filter reads the names of a hundred thousand of them.
  if (!ens && !name && !metadata) return NONE
  // Only tags of type `name` are names. Others are, for example, phishing warnings.
  const tag = metadata?.tags?.find(({ tagType }) => tagType === 'name')?.name
  return [ens, name, tag].filter((one): one is string => Boolean(one))
}
