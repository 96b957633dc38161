import { createMetadataFetcher } from '#core/media/fetch-metadata.ts'
import { readGateways } from '#core/media/web-addresses.ts'

/** Fetches NFT metadata for a followed node through the core's network guard, in the app and in the command line. */
export const createNftMetadataFetcher = () =>
  createMetadataFetcher({ userAgent: 'Chainglass (+desktop explorer)', gateways: readGateways(process.env) })
