import type { CallInput } from '#shared/rpc/contract.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { INSTANCE_REQUESTS_PER_SECOND } from './built-in.ts'
import { checkSource, describeUnchecked, type FoundSource } from './check-source.ts'
import { coinOf } from './pro-chains.ts'
import type { NewSource } from './source-rows.ts'
import type { Sources } from './sources.ts'
import type { SourceProbe } from './test-source.ts'

type AddInput = CallInput<'sources.add'>

/** Adds an instance, or an account with its first chain. One that is there already is shown again instead. */
export async function addSource(
  sources: Sources,
  client: SourceProbe,
  input: AddInput,
  signal: AbortSignal,
): Promise<SourceView> {
  const found =
    input.unchecked === true
      ? describeUnchecked(input.url, input.form)
      : await checkSource(input.url, input.form, client, signal)
  const known = findKnown(sources, found.baseUrl)
  if (found.kind === 'pro') {
    const account = known ?? addAccount(sources, found, input.name)
    const chain = `${account}:${input.chainId ?? found.chainId ?? '1'}`
    sources.change(chain, { account, hidden: 0 })
    return sources.viewOf(chain)
  }
  if (known === undefined) return sources.add(toNewSource(found, input))
  sources.change(known, { hidden: 0 })
  return sources.viewOf(known)
}

/** The id of the account or the instance with this base URL. */
export const findKnown = (sources: Sources, baseUrl: string): string | undefined =>
  sources.accounts().find((account) => account.baseUrl === baseUrl)?.id ??
  sources.all().find((source) => source.kind === 'instance' && source.baseUrl === baseUrl)?.id

const addAccount = (sources: Sources, found: FoundSource, name: string | undefined) =>
  sources.addAccount({
    name: name ?? found.name,
    baseUrl: found.baseUrl,
    auth: 'bearer',
    chains: found.pages,
  }).id

function toNewSource(found: FoundSource, input: AddInput): NewSource {
  const chainId = input.chainId ?? found.chainId
  return {
    kind: 'instance',
    name: input.name ?? found.name,
    baseUrl: found.baseUrl,
    auth: 'x-api-key',
    coin: input.coin ?? (input.chainId === undefined ? found.coin : coinOf(input.chainId)),
    ...(chainId === undefined ? {} : { chainId }),
    ...(found.dialect ? { dialect: found.dialect } : {}),
    // Our own service has no limit.
    ...(found.ownService ? { ownService: true } : { requestsPerSecond: INSTANCE_REQUESTS_PER_SECOND }),
  }
}
