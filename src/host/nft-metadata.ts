import { metadataFetcher } from '#core/media/fetch-metadata.ts'
import { gatewaysOf } from '#core/media/web-addresses.ts'

/** How a followed node's NFT metadata is fetched: through the core's guard, in the app and from the command line alike. */
export const nftMetadata = () =>
  metadataFetcher({ userAgent: 'Chainglass (+desktop explorer)', gateways: gatewaysOf(process.env) })
