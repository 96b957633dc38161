import { invalidInput } from '#shared/errors/failure.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import type { sourceCalls } from '#shared/rpc/contract/sources.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import { formatSourceHost, type Source } from '#shared/source.ts'
import { completeExplorerTemplate } from '#shared/targets/explorer-url.ts'
import { keyHolderOf, type KeyHolder } from '../keys/key-holder.ts'
import { addSource } from './add-source.ts'
import { findAll, type FindDeps } from './find-all.ts'
import { keepCoinContract, readOwnService } from './check/own-service.ts'
import { listProChains, readProChains, coinOf } from './pro-chains.ts'
import type { SourceChange } from './source-rows.ts'
import type { Sources } from './sources.ts'
import { testSource, type SourceTestDeps } from './check/test-source.ts'

export interface SourceHandlerDeps extends SourceTestDeps {
  /** Called after a source or account is removed, to remove its key. */
  readonly onRemoved: (holder: KeyHolder) => void | Promise<void>
}

type SourceHandlers = Pick<Handlers, keyof typeof sourceCalls>

export const sourceHandlers = (deps: SourceHandlerDeps): SourceHandlers => ({
  ...managingHandlers(deps),
  ...readingHandlers(deps),
})

type ManagingCall =
  | 'sources.use'
  | 'sources.add'
  | 'sources.edit'
  | 'sources.editAccount'
  | 'sources.hide'
  | 'sources.order'
  | 'sources.remove'
  | 'sources.restore'

/** Handlers that change the list of sources. */
const managingHandlers = (deps: SourceHandlerDeps): Pick<SourceHandlers, ManagingCall> => {
  const { sources, client } = deps
  return {
    'sources.use': ({ id }) => {
      sources.use(id)
      return null
    },
    'sources.add': (input, { signal }) => addSource(sources, client, input, signal),
    'sources.edit': ({ id, changes }) => {
      sources.change(id, toSourceChange(sources.get(id), changes))
      return sources.viewOf(id)
    },
    'sources.editAccount': ({ id, changes }) => sources.changeAccount(id, changes),
    'sources.hide': ({ id, hidden }) => {
      sources.change(id, { hidden: hidden ? 1 : 0 })
      return null
    },
    'sources.order': ({ ids }) => {
      sources.order(ids)
      return null
    },
    'sources.remove': async ({ id }) => {
      const holder = removedHolder(sources, id)
      sources.remove(id)
      if (holder) await deps.onRemoved(holder)
      return null
    },
    'sources.restore': ({ id }) => {
      sources.restore(id)
      return null
    },
  }
}

const readingHandlers = (deps: SourceHandlerDeps): Omit<SourceHandlers, ManagingCall> => {
  const { sources } = deps
  return {
    'sources.test': ({ id }, { signal }) => testSource(deps, id, signal),
    'sources.chains': async ({ account: id, refresh }, { signal }) => {
      const account = sources.getAccount(id)
      let { chains } = account
      if (refresh === true || Object.keys(chains).length === 0) {
        chains = await readProChains(account.baseUrl, signal)
        sources.changeAccount(id, { chains })
      }
      const listed = sources.all().map((source) => source.id)
      return listProChains(id, chains, listed)
    },
    'sources.suggestedAddresses': async ({ source: id }, { signal }) => {
      const source = sources.get(id)
      if (source.kind === 'pro' || (source.kind === 'instance' && source.ownService !== true)) return []
      const { baseUrl, secretBaseUrl = baseUrl } = await sources.ready(id)
      const service = await readOwnService(secretBaseUrl, signal)
      if (source.kind === 'instance') keepCoinContract(sources, id, service)
      return service?.items ?? []
    },
  }
}

export const sourceStreams = (deps: FindDeps): Pick<Streams, 'sources.changed' | 'sources.findings'> => ({
  'sources.changed': (_, emit) => {
    emit(deps.sources.view())
    return deps.sources.onChange(emit)
  },
  'sources.findings': ({ text }, emit) => findAll(deps, text, emit),
})

/** A chain of an account has no key of its own, so removing it removes no key. */
function removedHolder(sources: Sources, id: string): KeyHolder | undefined {
  const account = sources.accounts().find((one) => one.id === id)
  if (account) return account
  const source = sources.get(id)
  return source.kind === 'pro' ? undefined : keyHolderOf(source)
}

/**
 * Converts a person's changes to a change of the row. `null` restores the original: for a built-in source or a chain
 * of an account its own value, for a person's source a default. Throws invalid_input.
 */
function toSourceChange(source: Source, changes: CallInput<'sources.edit'>['changes']): SourceChange {
  const isOwn = !source.builtIn && source.kind !== 'pro'
  if (changes.chainId !== undefined && !isOwn) throw invalidInput('changes.chainId', 'chain_is_fixed')
  const { name, coin } = changes
  const defaultCoin = isOwn ? coinOf(changes.chainId ?? source.chainId) : null
  const newCoin = coin === null ? defaultCoin : coin
  return withoutUndefined({
    name: name === null && isOwn ? formatSourceHost(source) : name,
    auth: changes.auth,
    chain_id: changes.chainId,
    explorer: typeof changes.explorer === 'string' ? parseExplorerForm(changes.explorer) : changes.explorer,
    requests_per_second: changes.requestsPerSecond,
    coin_symbol: newCoin === undefined ? undefined : (newCoin?.symbol ?? null),
    coin_decimals: newCoin === undefined ? undefined : (newCoin?.decimals ?? null),
  })
}

/** Normalises the template of a link: https, because no other link is opened outside. */
function parseExplorerForm(typed: string): string {
  const form = completeExplorerTemplate(typed.includes('://') ? typed : `https://${typed.trim()}`)
  const example = form.replace('{kind}', 'tx').replace('{id}', '0x0')
  if (URL.canParse(example) && new URL(example).protocol === 'https:') return form
  throw invalidInput('changes.explorer', 'bad_explorer_link')
}

const withoutUndefined = (change: Readonly<Record<string, unknown>>): SourceChange =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
