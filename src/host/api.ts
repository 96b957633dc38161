/** `npm run api`: the service on its own, with what it can't have of itself. */
import { runApi } from '#service/cli.ts'
import { nftMetadata } from './nft-metadata.ts'

await runApi(process.argv.slice(2), { fetchMetadata: nftMetadata() })
