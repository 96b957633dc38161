import type { RouteLocationRaw } from 'vue-router'
import { $gettext } from '#shared/text/gettext.ts'
import type { KeepJob } from '#shared/rpc/contract/keep.ts'
import { listEndpoint } from '#shared/lists/list-table.ts'
import { useAddressName } from '#renderer/entities/address/use-address-name.ts'
import { addressRoute, chainRoute, tokenRoute } from '#renderer/entities/routes.ts'
import { formatList } from '#renderer/lib/format-list.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { queryOfFilters } from '../source-filters/url-filters.ts'
import { LIST_WORDS } from '../columns/list-words.ts'

/** Names the lists and the address of a keep job, with the route that shows them. */
export function useJobNames() {
  const nameOf = useAddressName()
  const subjectOf = (job: KeepJob): string => {
    const hash = job.lists[0]?.params.address_hash
    if (hash === undefined) return Object.values(job.lists[0]?.params ?? {}).join(' ')
    return nameOf({ hash }) ?? shortenAddress(hash)
  }
  return {
    subjectOf,
    /** For example `Transactions, Token transfers and 3 more`. */
    listsOf({ lists }: KeepJob): string {
      const titles = lists.map(({ list }) => $gettext(LIST_WORDS[list].title))
      return titles.length <= 2
        ? formatList(titles)
        : $gettext('%{titles} and %{count} more', {
            titles: titles.slice(0, 2).join(', '),
            count: titles.length - 2,
          })
    },
    routeOf({ source, lists }: KeepJob): RouteLocationRaw {
      const [first] = lists
      if (!first) return chainRoute(source)
      const { path, slug } = listEndpoint(first.list)
      const hash = first.params.address_hash
      if (hash === undefined) return chainRoute(source, slug)
      const route = path.startsWith('/tokens/') ? tokenRoute : addressRoute
      return { ...route(source, hash, slug), query: queryOfFilters(first.filters, slug) }
    },
  }
}
