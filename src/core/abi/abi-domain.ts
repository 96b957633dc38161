import type { Database } from '#platform/sqlite/database.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { Sources } from '../sources/sources.ts'
import { abiHandlers, abiStreams } from './abi-handlers.ts'
import { createCodeFunctions } from './bytecode/code-functions.ts'
import { createContractAbis } from './contract-abis.ts'
import { contractReader } from './contract-reader.ts'
import { signatureListHandlers, signatureListStreams } from './lists/signature-list-handlers.ts'
import { createSignatureLists } from './lists/signature-lists.ts'
import { createOwnAbis } from './own-abis.ts'

interface AbiDomainDeps {
  readonly store: Database
  readonly dataDir: string
  readonly client: ApiClient
  readonly sources: Sources
}

/** What calls, logs and errors mean. */
export function abiDomain({ store, dataDir, client, sources }: AbiDomainDeps) {
  const codeFunctions = createCodeFunctions()
  const ownAbis = createOwnAbis(store)
  const signatureLists = createSignatureLists(dataDir)
  return {
    ...{ ownAbis, signatureLists },
    handlers: {
      ...abiHandlers({
        contracts: createContractAbis(contractReader({ client, sources }), codeFunctions),
        ownAbis,
        lists: signatureLists,
        chainOf: (id) => sources.get(id).chainId,
      }),
      ...signatureListHandlers(signatureLists),
    },
    streams: { ...abiStreams({ ownAbis }), ...signatureListStreams(signatureLists) },
    close() {
      codeFunctions.close()
      signatureLists.close()
    },
  }
}
