import { createMetadataFetcher } from '#core/media/fetch-metadata.ts'
import { readGateways } from '#core/media/web-addresses.ts'

/** How a followed node's NFT metadata is fetched: through the core's guard, in the app and from the command line alike. */
export const nftMetadata = () =>
  createMetadataFetcher({ userAgent: 'Chainglass (+desktop explorer)', gateways: readGateways(process.env) })
