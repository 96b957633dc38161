import type { Database } from '#platform/sqlite/database.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { Sources } from '../sources/sources.ts'
import { abiHandlers, abiStreams } from './abi-handlers.ts'
import { createCallNames } from './call-names.ts'
import { createCodeFunctions } from './bytecode/code-functions.ts'
import { createContractAbis } from './contract-abis.ts'
import { contractReader } from './contract-reader.ts'
import { signatureListHandlers, signatureListStreams } from './lists/signature-list-handlers.ts'
import { createSignatureLists } from './lists/signature-lists.ts'
import { namingClient } from './naming-client.ts'
import { createOwnAbis } from './own-abis.ts'

interface AbiDomainDeps {
  readonly store: Database
  readonly dataDir: string
  readonly client: ApiClient
  readonly sources: Sources
}

/** What calls, logs and errors mean. `client`: the same, whose rows come with the names of their calls. */
export function abiDomain({ store, dataDir, client, sources }: AbiDomainDeps) {
  const codeFunctions = createCodeFunctions()
  const ownAbis = createOwnAbis(store)
  const signatureLists = createSignatureLists(dataDir)
  const contracts = createContractAbis(contractReader({ client, sources }), codeFunctions)
  const chainOf = (id: string) => sources.get(id).chainId
  const names = createCallNames({ contracts, ownAbis, lists: signatureLists, chainOf })
  return {
    ...{ ownAbis, signatureLists, nameRow: names.nameRow },
    client: namingClient(client, names.nameRow),
    handlers: {
      ...abiHandlers({ contracts, ownAbis, names, chainOf }),
      ...signatureListHandlers(signatureLists),
    },
    streams: { ...abiStreams({ ownAbis }), ...signatureListStreams(signatureLists) },
    close() {
      codeFunctions.close()
      signatureLists.close()
    },
  }
}
