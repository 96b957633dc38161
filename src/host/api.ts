/** `npm run api`: the service on its own, with the fetcher of NFT metadata, which it can't import itself. */
import { runApi } from '#service/cli.ts'
import { createNftMetadataFetcher } from './nft-metadata.ts'

process.exitCode = await runApi(process.argv.slice(2), { fetchMetadata: createNftMetadataFetcher() })
