import { computed, type ComputedRef } from 'vue'
import { useRouter } from 'vue-router'
import type { Token } from '#shared/chain/token.ts'
import {
  addressRoute,
  blockRoute,
  callRoute,
  instanceRoute,
  tokenRoute,
  transactionRoute,
} from '#renderer/entities/routes.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { useAddressLabels } from '#renderer/stores/address-labels.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { useKnownTokens } from '#renderer/stores/known-tokens.ts'
import { createLinkMaker } from './link-maker.ts'

/** The context of the cells of a source, from the settings and the source. Follows their changes. */
export function useCellContext(
  source: () => string,
  ownAddress: () => string | undefined,
  ownToken: () => Token | undefined,
  imitated: () => ReadonlyMap<string, string>,
  /** All addresses of a list that merges several, in lower case. */
  ownAddresses: () => ReadonlySet<string> | undefined = () => undefined,
): ComputedRef<CellContext> {
  const settings = useSettings()
  const sources = useSources()
  const addressLabels = useAddressLabels()
  const router = useRouter()
  const tokens = useKnownTokens()
  const coin = computed(() => sources.coin(source()))
  const links = computed<CellContext['links']>(() => {
    const of = source()
    return {
      address: createLinkMaker(router, (hash = '') => addressRoute(of, hash), 1),
      transaction: createLinkMaker(router, (hash = '') => transactionRoute(of, hash), 1),
      call: createLinkMaker(router, (hash = '', call = '') => callRoute(of, hash, call), 2),
      block: createLinkMaker(router, (block = '') => blockRoute(of, block), 1),
      token: createLinkMaker(router, (hash = '') => tokenRoute(of, hash), 1),
      instance: createLinkMaker(router, (hash = '', id = '') => instanceRoute(of, hash, id), 2),
    }
  })

  return computed(() => ({
    source: source(),
    coin: coin.value,
    ownAddress: ownAddress()?.toLowerCase(),
    ownAddresses: ownAddresses(),
    ownToken: ownToken(),
    time: settings.time,
    zone: settings.zone,
    images: settings.images,
    labels: addressLabels.labels,
    imitated: imitated(),
    tokenOf: (hash) => tokens.get(source(), hash),
    links: links.value,
  }))
}
