/** The calls `keys.*` of the contract. */
import type { keyCalls } from '#shared/rpc/contract/keys.ts'
import { invalidInput, notFound } from '#shared/errors/failure.ts'
import { formatHost } from '#shared/source.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import type { Sources } from './sources.ts'
import { testSource, type SourceProbe } from './check/test-source.ts'
import { keyHolderOf, type KeyHolder } from '../keys/key-holder.ts'
import { keyVariable, type Keys } from '../keys/keys.ts'

export interface KeyHandlerDeps {
  readonly keys: Keys
  readonly sources: Sources
  readonly client: SourceProbe
}

export function keyHandlers({
  keys,
  sources,
  client,
}: KeyHandlerDeps): Pick<Handlers, keyof typeof keyCalls> {
  return {
    'keys.list': async () => {
      const holders = keyHolders(sources)
      const vault = await keys.vault()
      await keys.load(holders)
      return {
        vault,
        keys: holders.map(({ id, name, baseUrl }) => ({
          id,
          name,
          host: formatHost(baseUrl),
          key: keys.stateOf({ id, baseUrl }),
          variable: keyVariable({ id, baseUrl }),
        })),
      }
    },
    'keys.set': async ({ id, key }) => {
      const holder = holderOf(sources, id)
      await keys.set(holder, key)
      return keys.stateOf(holder)
    },
    'keys.remove': async ({ id }) => {
      const holder = holderOf(sources, id)
      await keys.remove(holder)
      return keys.stateOf(holder)
    },
    'keys.test': ({ id }, { signal }) =>
      testSource({ keys, sources, client }, chainToTest(sources, id), signal),
  }
}

/** Everything that can have a key: accounts and instances. */
export const keyHolders = (sources: Sources): (KeyHolder & { readonly name: string })[] => [
  ...sources.accounts(),
  ...sources.all().filter((source) => source.kind === 'instance'),
]

function holderOf(sources: Sources, id: string): KeyHolder {
  const account = sources.accounts().find((one) => one.id === id)
  if (account) return account
  const holder = keyHolderOf(sources.get(id))
  if (!holder) throw invalidInput('id', 'key_not_needed')
  return holder
}

/** The chain on which an account's key is tested: one in use, else one that it listed. */
function chainToTest(sources: Sources, id: string): string {
  const account = sources.accounts().find((one) => one.id === id)
  if (!account) return id
  const chain = sources.all().find((source) => source.kind === 'pro' && source.account === id)?.id
  const listed = Object.keys(account.chains)[0]
  if (chain !== undefined || listed !== undefined) return chain ?? `${id}:${String(listed)}`
  throw notFound('no_chain_chosen')
}
