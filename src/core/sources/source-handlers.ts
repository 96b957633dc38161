/** Sources as the contract asks for them. */
import type { CallInput } from '#shared/rpc/contract.ts'
import type { sourceCalls, SourceCheck } from '#shared/rpc/contract/sources.ts'
import { ChainglassFailure } from '#shared/rpc/errors.ts'
import { explorerForm } from '#shared/explorer-url.ts'
import { sourceHost, type Source } from '#shared/source.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import { checkSource, coinOf, proChains, readProChains, uncheckedSource, type Found } from './check-source.ts'
import { readOwnService } from './own-service.ts'
import type { SourceChange } from './source-rows.ts'
import type { Sources } from './sources.ts'
import { testSource, type SourceTestDeps } from './test-source.ts'

export interface SourceHandlerDeps extends SourceTestDeps {
  /** A source or account is gone: its key goes with it. */
  readonly onRemoved: (holder: { readonly id: string; readonly baseUrl: string }) => void | Promise<void>
}

type SourceCall = keyof typeof sourceCalls

export function sourceHandlers(deps: SourceHandlerDeps): Pick<Handlers, SourceCall> {
  const { sources, client } = deps

  const knownAs = (baseUrl: string) =>
    sources.accounts().find((account) => account.baseUrl === baseUrl)?.id ??
    sources.all().find((source) => source.baseUrl === baseUrl && source.account === undefined)?.id

  const addAccount = (found: Found, name: string | undefined) =>
    sources.addAccount({
      name: name ?? found.name,
      baseUrl: found.baseUrl,
      auth: 'bearer',
      chains: found.pages,
    }).id

  return {
    'sources.use': ({ id }) => {
      sources.use(id)
      return null
    },
    'sources.check': async ({ url, form }, { signal }) => {
      const { pages: _, ...check } = await checkSource(url, form, client, signal)
      return { ...check, known: knownAs(check.baseUrl) } satisfies SourceCheck
    },
    'sources.add': async (input, { signal }) => {
      const found = input.unchecked
        ? uncheckedSource(input.url, input.form)
        : await checkSource(input.url, input.form, client, signal)
      const known = knownAs(found.baseUrl)
      if (found.kind === 'pro') {
        const account = known ?? addAccount(found, input.name)
        const chain = `${account}:${input.chainId ?? found.chainId ?? '1'}`
        sources.change(chain, { account, hidden: 0 })
        return sources.viewOf(chain)
      }
      if (known === undefined) return sources.add(asSource(found, input))
      sources.change(known, { hidden: 0 })
      return sources.viewOf(known)
    },
    'sources.edit': ({ id, changes }) => {
      sources.change(id, asChange(sources.get(id), changes))
      return sources.viewOf(id)
    },
    'sources.editAccount': ({ id, changes }) => {
      sources.changeAccount(id, changes)
      const account = sources.view().accounts.find((one) => one.id === id)
      if (!account) throw new ChainglassFailure({ code: 'not_found', reason: 'no_such_account' })
      return account
    },
    'sources.hide': ({ id, hidden }) => {
      sources.change(id, { hidden: hidden ? 1 : 0 })
      return null
    },
    'sources.order': ({ ids }) => {
      sources.order(ids)
      return null
    },
    'sources.test': ({ id }, { signal }) => testSource(deps, id, signal),
    'sources.remove': async ({ id }) => {
      const account = sources.accounts().find((one) => one.id === id)
      const source = account ? undefined : sources.get(id)
      sources.remove(id)
      // A chain of an account has no key of its own.
      const holder = account ?? (source?.account === undefined ? source : undefined)
      if (holder) await deps.onRemoved({ id, baseUrl: holder.baseUrl })
      return null
    },
    'sources.restore': ({ id }) => {
      sources.restore(id)
      return null
    },
    'sources.chains': async ({ account: id, refresh }, { signal }) => {
      const account = sources.accounts().find((one) => one.id === id)
      if (!account) throw new ChainglassFailure({ code: 'not_found', reason: 'no_such_account' })
      let { chains } = account
      if (refresh === true || Object.keys(chains).length === 0) {
        chains = await readProChains(account.baseUrl, signal)
        sources.learnChains(id, chains)
      }
      return proChains(
        id,
        chains,
        sources.all().map((source) => source.id),
      )
    },
    'sources.landmarks': async ({ source: id }, { signal }) => {
      const { kind } = sources.get(id)
      if (kind !== 'sample' && kind !== 'local') return []
      const { baseUrl } = await sources.ready(id)
      return (await readOwnService(baseUrl, signal))?.items ?? []
    },
  }
}

export const sourceStreams = (deps: { readonly sources: Sources }): Pick<Streams, 'sources.changed'> => ({
  'sources.changed': (_, emit) => {
    emit(deps.sources.view())
    return deps.sources.onChange(emit)
  },
})

function asSource(found: Found, input: CallInput<'sources.add'>): Omit<Source, 'id' | 'builtIn'> {
  const chainId = input.chainId ?? found.chainId
  return {
    kind: found.kind,
    name: input.name ?? found.name,
    baseUrl: found.baseUrl,
    auth: 'x-api-key',
    coin: input.coin ?? (input.chainId === undefined ? found.coin : coinOf(input.chainId)),
    ...(chainId === undefined ? {} : { chainId }),
    ...(found.dialect ? { dialect: found.dialect } : {}),
    // Instances allow about 3 requests a second to anyone; our own service on this machine or network all we ask.
    ...(found.kind === 'instance' ? { requestsPerSecond: 3 } : {}),
  }
}

/** `null` is "as it came": for a built-in source or a chain of an account, what these say; for an own one, a default. */
function asChange(source: Source, changes: CallInput<'sources.edit'>['changes']): SourceChange {
  if (changes.chainId !== undefined && (source.builtIn || source.account !== undefined)) {
    throw new ChainglassFailure({
      code: 'invalid_input',
      field: 'changes.chainId',
      reason: 'chain_is_fixed',
    })
  }
  const own = !source.builtIn && source.account === undefined
  const { name, coin } = changes
  const coinAsCame = own ? coinOf(changes.chainId ?? source.chainId) : null
  const newCoin = coin === null ? coinAsCame : coin
  return defined({
    name: name === null && own ? sourceHost(source) : name,
    auth: changes.auth,
    chain_id: changes.chainId,
    explorer: typeof changes.explorer === 'string' ? readExplorer(changes.explorer) : changes.explorer,
    requests_per_second: changes.requestsPerSecond,
    coin_symbol: newCoin === undefined ? undefined : (newCoin?.symbol ?? null),
    coin_decimals: newCoin === undefined ? undefined : (newCoin?.decimals ?? null),
  })
}

/** The form of a link: https, so that it can be opened outside. */
function readExplorer(written: string): string {
  const form = explorerForm(written.includes('://') ? written : `https://${written.trim()}`)
  const example = form.replace('{kind}', 'tx').replace('{id}', '0x0')
  if (URL.canParse(example) && new URL(example).protocol === 'https:') return form
  throw new ChainglassFailure({
    code: 'invalid_input',
    field: 'changes.explorer',
    reason: 'bad_explorer_link',
  })
}

const defined = (change: Readonly<Record<string, unknown>>): SourceChange =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
