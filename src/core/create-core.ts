/** Starts the core's domains over a host's ports, and the server of the contract over them. */
import { randomUUID } from 'node:crypto'
import { removeSecrets } from '#platform/log/remove-secrets.ts'
import {
  createRpcServer,
  errorReporter,
  type Handlers,
  type RpcServer,
  type RpcServerOptions,
  type Streams,
} from '#shared/rpc/server.ts'
import { abiDomain } from './abi/abi-domain.ts'
import { createActivity } from './activity/create-activity.ts'
import { approvalsDomain } from './approvals/approvals-domain.ts'
import { appHandlers } from './app/app-handlers.ts'
import { caseHandlers } from './cases/case-handlers.ts'
import { casesDomain } from './cases/cases-domain.ts'
import type { CorePorts } from './core-ports.ts'
import { dataDomain } from './data/data-domain.ts'
import { createFolderChoice } from './folder-choice.ts'
import { createComparedChains } from './check/ask-node.ts'
import { checkDomain } from './check/check-domain.ts'
import { contractDomain } from './contract/contract-domain.ts'
import { createStarter, handlersOf, streamsOf } from './domain.ts'
import { everywhereHandlers, everywhereStreams } from './everywhere/everywhere-handlers.ts'
import { exportDomain } from './export/export-domain.ts'
import { createExportFolder } from './export/export-file.ts'
import type { ExportHost } from './export/export-handlers.ts'
import { flowDomain } from './flow/flow-domain.ts'
import { queryDomain } from './query/query-domain.ts'
import { archiveDomain } from './keep/archive-domain.ts'
import { keepDomain } from './keep/keep-domain.ts'
import { hostVault } from './keys/host-vault.ts'
import { createSecretUrls } from './keys/secret-urls.ts'
import { createSessionVault } from './keys/vault.ts'
import { ledgerDomain } from './ledger/ledger-domain.ts'
import { listsDomain } from './lists/lists-domain.ts'
import { mediaDomain } from './media/media-domain.ts'
import { nodesDomain } from './nodes/nodes-domain.ts'
import { operationsDomain } from './operations/operations-domain.ts'
import { questionsDomain } from './questions/question-handlers.ts'
import { settingsDomain } from './settings/settings-domain.ts'
import { moveUrlSecrets } from './sources/move-url-secrets.ts'
import { openOn } from './nodes/open-on.ts'
import { sourcesDomain } from './sources/sources-domain.ts'
import { openStore } from './store/open-store.ts'
import { tokenHandlers } from './tokens/well-known-tokens.ts'
import { watchlistDomain } from './watchlist/watchlist-domain.ts'
import { workspaceDomain } from './workspace/workspace-handlers.ts'

export type { CorePorts, HostCallName } from './core-ports.ts'

export interface Core {
  readonly server: RpcServer
  close(): void
}

type Start = ReturnType<typeof createStarter>['start']

/** Rejects with `ChainglassFailure` where the data folder can't be used or `source` is no URL. */
export async function createCore(ports: CorePorts): Promise<Core> {
  const { start, close } = createStarter()
  try {
    const storage = await openStorage(ports, start)
    const { domains, sources, exports, reporting } = startDomains(ports, storage, start)
    const handlers: Handlers = handlersOf(domains)
    const streams: Streams = streamsOf(domains)
    const server = createRpcServer(handlers, streams, reporting)
    if (ports.source !== undefined) await openOn({ sources, nodes: ports.services.nodes }, ports.source)
    exports.resumeUnfinished()
    return { server, close }
  } catch (error) {
    close()
    throw error
  }
}

/** The store of a person's data, and where secrets are. */
async function openStorage({ dataDir, vault: kind, callHost }: CorePorts, start: Start) {
  const store = openStore({ dataDir })
  start({
    close: () => {
      store.close()
    },
  })
  const vault = kind === 'host' ? hostVault(callHost) : createSessionVault()
  const secretUrls = createSecretUrls(vault)
  await moveUrlSecrets(store, secretUrls, vault)
  return { store, vault, secretUrls }
}

/** Each domain is given what it needs of those before it. They are closed in the reverse order. */
function startDomains(ports: CorePorts, storage: Awaited<ReturnType<typeof openStorage>>, start: Start) {
  const { dataDir, log, callHost, services } = ports
  const { store, secretUrls } = storage
  const choice = createFolderChoice(ports.host, () => callHost('choose-folder', null))
  const { exportFolder } = start(createExportFolder(dataDir))
  const host = { ...exportHostOf(ports), exportFolder }

  const settings = start(settingsDomain(store))
  const watchlist = start(watchlistDomain(store))
  const sources = start(sourcesDomain(ports, storage))
  const reporting = reportingOf(ports, sources.secrets)
  const toError = errorReporter(reporting)
  const plain = { store, dataDir, log, ...settings, ...watchlist, ...sources }
  const abi = start(abiDomain(plain))
  const base = { ...plain, client: abi.client, compared: createComparedChains() }
  const nodes = start(nodesDomain({ ...base, nodes: services.nodes }))
  const cases = start(casesDomain(base))
  const archive = start(archiveDomain({ ...base, ...cases, choice }))
  start(abi.followRows(() => [archive.archive, ...archive.localArchive.all()]))
  const read = { ...base, ...cases, ...archive }
  const query = start(queryDomain(read))
  const ledger = start(ledgerDomain({ ...read, labels: query.labels }, host))
  const keep = start(keepDomain(read))
  const exports = start(exportDomain(read, host))
  const flow = start(flowDomain(read))
  const activity = start(createActivity({ ...base, notify: notifierOf(ports) }))
  const questions = start(questionsDomain(store))
  const everything = { ...read, ...ledger, ...keep, ...exports, ...abi, ...questions, secretUrls, choice }
  const lists = listsDomain({
    ...read,
    ...query,
    nameRow: abi.nameRow,
    learnCode: abi.learnCode,
    onRenamed: abi.onRenamed,
    toError,
  })
  const domains = [
    { handlers: appHandlers(ports) },
    { handlers: tokenHandlers() },
    settings,
    watchlist,
    { ...sources, streams: sources.streamsWith(toError) },
    nodes,
    cases,
    { handlers: caseHandlers({ ...read, ...host, secretUrls, flows: flow.flows }) },
    archive,
    query,
    ledger,
    keep,
    exports,
    flow,
    abi,
    activity,
    questions,
    lists,
    approvalsDomain({ ...read, reading: lists.handlers, names: abi.known.names }),
    checkDomain({ ...read, reading: lists.handlers, rows: query.handlers }),
    contractDomain({ ...read, reading: lists.handlers, abis: abi.known }),
    operationsDomain({ reading: lists.handlers, decode: abi.handlers['abi.decode'], abis: abi.known }),
    {
      handlers: everywhereHandlers(read),
      streams: everywhereStreams({ ...read, questions: query.questions, toError }),
    },
    start(mediaDomain(read)),
    workspaceDomain(store),
    dataDomain({ ...everything, openFolder: (path) => callHost('open-folder', path) }),
  ] as const
  void sources.loadKeys()
  return { domains, reporting, sources: sources.sources, exports: exports.exports }
}

const reportingOf = ({ log }: CorePorts, secrets: () => readonly string[]): RpcServerOptions => ({
  log: (line) => {
    log(removeSecrets(line, secrets()))
  },
  createReference: () => randomUUID().slice(0, 8),
})

const exportHostOf = ({ host, callHost }: CorePorts): Omit<ExportHost, 'exportFolder'> => ({
  host,
  chooseFolder: () => callHost('choose-folder', 'export'),
  offerFile: (file) => callHost('offer-file', file),
})

/** Undefined where windows show notifications themselves. One that can't be shown is in the sidebar all the same. */
const notifierOf = ({ host, callHost }: CorePorts) =>
  host === 'electron'
    ? (notification: unknown) => {
        callHost('notify', notification).catch(() => undefined)
      }
    : undefined
