import type { Database } from '#platform/sqlite/database.ts'
import { createEmitter } from '#shared/emitter.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { CallsOf } from '../archive/calls-of-lists.ts'
import type { Archive } from '../archive/create-archive.ts'
import type { Sources } from '../sources/sources.ts'
import { abiHandlers, abiStreams } from './abi-handlers.ts'
import { createCallNames, type NameRow } from './call-names.ts'
import { createCodeFunctions } from './bytecode/code-functions.ts'
import { createContractAbis } from './contract-abis.ts'
import { contractReader } from './contract-reader.ts'
import { signatureListHandlers, signatureListStreams } from './lists/signature-list-handlers.ts'
import { followNames } from './follow-names.ts'
import { prepareSignatures } from './known-signatures.ts'
import { createSignatureLists } from './lists/signature-lists.ts'
import { createOwnAbis } from './own-abis.ts'

interface AbiDomainDeps {
  readonly store: Database
  readonly dataDir: string
  readonly client: ApiClient
  readonly sources: Sources
  readonly log: (line: string) => void
}

/** Decodes calls, logs and errors. `client` is the given client, whose rows come with the names of their calls. */
export function abiDomain({ store, dataDir, client, sources, log }: AbiDomainDeps) {
  const codeFunctions = createCodeFunctions()
  const ownAbis = createOwnAbis(store)
  const signatureLists = createSignatureLists(dataDir)
  const learnt = createEmitter<CallsOf>()
  const closing = new AbortController()
  const renamed = createEmitter<null>()
  const onLearnt = (source: string, address: string) => {
    learnt.emit({ source, address })
  }
  const contracts = createContractAbis(contractReader({ client, sources }), codeFunctions, { onLearnt })
  const onAnyNew = () => {
    learnt.emit({})
  }
  const stops = [ownAbis.onChange(onAnyNew), signatureLists.onChange(onAnyNew)]
  const chainOf = (id: string) => sources.get(id).chainId
  const names = createCallNames({ contracts, ownAbis, lists: signatureLists, chainOf, onLearnt })
  return {
    ...{ ownAbis, signatureLists, nameRow: names.nameRow, learnCode: names.learnCode },
    /** The sources of ABIs, for other domains. */
    known: { contracts, ownAbis, names, codeFunctions, chainOf },
    /** Gives stored rows the names that become known later. */
    followRows: (archives: () => readonly Archive[]) =>
      followNames({
        nameRow: names.nameRow,
        archives,
        onLearnt: (listener) => learnt.on(listener),
        onRenamed: () => {
          renamed.emit(null)
        },
      }),
    onRenamed: (listener: () => void) => renamed.on(listener),
    client: namingClient(client, names.nameRow),
    handlers: {
      ...abiHandlers({ contracts, ownAbis, names, chainOf, log, closing: closing.signal }),
      ...signatureListHandlers(signatureLists),
    },
    streams: { ...abiStreams({ ownAbis }), ...signatureListStreams(signatureLists) },
    close() {
      closing.abort()
      for (const stop of stops) stop()
      codeFunctions.close()
      signatureLists.close()
    },
  }
}

/** The sources of ABIs and names. */
export type KnownAbis = ReturnType<typeof abiDomain>['known']

let isPrepared = false

/** Reads the signatures while the first page is requested. */
function prepareOnce() {
  if (isPrepared) return
  isPrepared = true
  setImmediate(prepareSignatures)
}

/** An API client whose rows and details come with the names of their calls. */
const namingClient = (client: ApiClient, nameRow: NameRow): ApiClient => ({
  ...client,
  async readPage(source, query, options) {
    prepareOnce()
    const page = await client.readPage(source, query, options)
    return { ...page, items: page.items.map((item) => nameRow(source.id, item)) }
  },
  async readFirstPage(source, query, knownEtag, options) {
    const page = await client.readFirstPage(source, query, knownEtag, options)
    return page && { ...page, items: page.items.map((item) => nameRow(source.id, item)) }
  },
  readDetail: async (source, detail, params, options) =>
    nameRow(source.id, await client.readDetail(source, detail, params, options)),
})
