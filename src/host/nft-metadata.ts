import { createMetadataFetcher } from '#core/media/fetch-metadata.ts'
import { readGateways } from '#core/media/web-addresses.ts'

/** Fetches the NFT metadata of a followed node through the core's guard, in the app and from the command line. */
export const createNftMetadataFetcher = () =>
  createMetadataFetcher({ userAgent: 'Chainglass (+desktop explorer)', gateways: readGateways(process.env) })
