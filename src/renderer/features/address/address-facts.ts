/** The facts in the header of an address, besides its name and balance. */
import type { QueryClient } from '@tanstack/vue-query'
import { $gettext, $ngettext } from '#shared/text/gettext.ts'
import type { AddressCounters, AddressDetail } from '#shared/chain/address.ts'
import { isDelegated } from '#shared/chain/is-delegated.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { addressTags } from '#renderer/entities/address/address-tags.ts'
import type { PageFact } from '#renderer/entities/header/page-fact.ts'
import { transactionRoute } from '#renderer/entities/routes.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { formatCountSince } from '#renderer/lib/format-number.ts'
import type { useCore } from '#renderer/lib/use-core.ts'
import { readDelegatedSince, type DelegatingAddress } from './delegated-since.ts'

interface ToldAddress extends DelegatingAddress {
  readonly counters: AddressCounters | undefined
}
type Name = { readonly text: string; readonly own?: boolean } | undefined

/** Call it in the scope of who shows the facts: it reads those that the details of the address do not have. */
export function tellAddress(core: ReturnType<typeof useCore>, queries: QueryClient, address: ToldAddress) {
  const since = readDelegatedSince(core, queries, address)
  return {
    facts: () => addressFacts(address, since.value?.timestamp),
    details: (name: Name, publicName: string | undefined) => addressDetails(address.detail, name, publicName),
  }
}

function addressFacts(
  { source, detail, counters }: ToldAddress,
  delegatedSince: string | null | undefined,
): PageFact[] {
  const since = counters?.counted_since_block
  const counted = (count: string | null | undefined) =>
    count == null ? undefined : formatCountSince(count, since)
  return [
    ...(detail?.is_contract === true ? originOf(source, detail, delegatedSince) : []),
    { name: $gettext('Transactions'), value: counted(counters?.transactions_count) },
    { name: $gettext('Transfers'), value: counted(counters?.token_transfers_count) },
  ]
}

function originOf(
  source: string,
  detail: AddressDetail,
  delegatedSince: string | null | undefined,
): PageFact[] {
  const { creator_address_hash: creator, creation_transaction_hash: creation } = detail
  const all = detail.implementations ?? []
  const addresses = all.flatMap(({ address_hash: hash, name }) => (hash ? [{ hash, name }] : []))
  // A legacy server gives the name only, without the address.
  const named =
    all.flatMap(({ address_hash: hash, name }) => (hash || !name ? [] : [plainName(name, 60)])).join(', ') ||
    undefined
  return [
    ...(all.length === 0
      ? []
      : [
          {
            name: isDelegated(detail)
              ? $gettext('Delegates to')
              : $ngettext('Implementation', 'Implementations', all.length),
            ...(addresses.length > 0 ? { addresses, note: named } : { value: named }),
          },
        ]),
    ...(delegatedSince ? [{ name: $gettext('Delegates since'), time: delegatedSince }] : []),
    ...(creator ? [{ name: $gettext('Creator'), addresses: [{ hash: creator }] }] : []),
    ...(creation
      ? [
          {
            name: $gettext('Creation transaction'),
            value: shortenHash(creation),
            exact: creation,
            to: transactionRoute(source, creation),
          },
        ]
      : []),
  ]
}

function addressDetails(
  detail: AddressDetail | undefined,
  name: Name,
  publicName: string | undefined,
): PageFact[] {
  const { ens_domain_name: ens, is_verified: verified, is_contract: contract } = detail ?? {}
  const tags = addressTags(detail)
  return [
    { name: $gettext('Your label'), value: name?.own ? name.text : undefined },
    { name: $gettext('Name'), value: publicName },
    { name: 'ENS', value: ens ? plainName(ens) : undefined },
    { name: $gettext('Tags'), value: tags.length > 0 ? tags.join(', ') : undefined },
    {
      name: $gettext('Code'),
      value:
        contract !== true || verified == null
          ? undefined
          : verified
            ? $gettext('Source code verified')
            : $gettext('Source code not verified'),
    },
  ]
}
