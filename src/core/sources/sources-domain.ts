import type { Database } from '#platform/sqlite/database.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { createApiClient } from '../api-client/create-api-client.ts'
import type { CorePorts } from '../core-ports.ts'
import { createKeys } from '../keys/keys.ts'
import type { SecretUrls } from '../keys/secret-urls.ts'
import type { Vault } from '../keys/vault.ts'
import type { FindDeps } from './find-all.ts'
import type { SourceProbe } from './check/test-source.ts'
import { keyHandlers, keyHolders } from './key-handlers.ts'
import { sourceHandlers, sourceStreams } from './source-handlers.ts'
import { createSources, type Sources } from './sources.ts'
import { createSpendingLedger } from './spending.ts'

interface Storage {
  readonly store: Database
  readonly vault: Vault
  readonly secretUrls: SecretUrls
}

/** The sources with their keys and costs, and the client for requests to them. */
export function sourcesDomain({ services, version, crashGuard }: CorePorts, storage: Storage) {
  const { store, vault, secretUrls } = storage
  const userAgent = `Chainglass/${version} (+desktop explorer)`
  const keys = createKeys({ vault, env: process.env })
  const spending = createSpendingLedger(store)
  const sources = createSources({
    store,
    sampleUrl: services.sampleUrl,
    followNode: (node) => services.nodes.follow(node),
    keyState: (holder) => keys.stateOf(holder),
    spendingOf: (holder) => spending.of(holder),
    secretUrls,
  })
  const client = createApiClient({
    userAgent,
    keyFor: (source) => keys.keyFor(source),
    log: (entry) => {
      const holder = entry.event === 'response' ? findHolder(sources, entry.source) : undefined
      if (holder !== undefined) spending.count({ ...entry, holder })
    },
    ...(crashGuard ? { crashGuard } : {}),
  })
  const probe: SourceProbe = {
    async probe(source, options) {
      const probed = await client.probe(source, options)
      if (!probed.ok) throw new ChainglassFailure(probed.error)
      return probed.data
    },
  }
  const stops = [
    client.onLimits((source, limits) => {
      sources.report(source, { limits })
    }),
    keys.onChange(() => {
      sources.refresh()
    }),
  ]
  return {
    ...{ keys, spending, sources, client, userAgent },
    /** Whether the source exists, listed or not: any chain of an account counts. */
    isSource: (id: string) => sources.find(id) !== undefined,
    /** Texts that the log must not contain. */
    secrets: () => [...keys.secrets(), ...secretUrls.secrets()],
    loadKeys: () => keys.load(keyHolders(sources)),
    handlers: {
      ...sourceHandlers({ sources, client: probe, keys, onRemoved: (holder) => keys.remove(holder) }),
      ...keyHandlers({ keys, sources, client: probe }),
    },
    streamsWith: (toError: FindDeps['toError']) => sourceStreams({ sources, client: probe, toError }),
    close() {
      for (const stop of stops) stop()
      client.close()
      sources.close()
      spending.flush()
    },
  }
}

/**
 * The account or instance that a source's requests count for; undefined for a source without a key, or a source that
 * was only probed.
 */
const findHolder = (sources: Sources, id: string): string | undefined =>
  sources.accounts().find((account) => id.startsWith(`${account.id}:`))?.id ??
  sources.all().find((source) => source.id === id && source.kind === 'instance')?.id
