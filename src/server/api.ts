#!/usr/bin/env node
/** `npm run api`, and the program of packages/server: the service on its own, over an index in PostgreSQL as well. */
import { createNftMetadataFetcher } from '#host/nft-metadata.ts'
import { runApi } from '#service/cli.ts'
import { sharedIndexes } from './shared-indexes.ts'

process.exitCode = await runApi(process.argv.slice(2), {
  fetchMetadata: createNftMetadataFetcher(),
  shared: sharedIndexes,
})
