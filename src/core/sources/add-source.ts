import type { CallInput } from '#shared/rpc/contract.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { invalidInput } from '#shared/errors/failure.ts'
import { hasSecret } from '#platform/http/secret-url.ts'
import { checkSource, describeUnchecked, type FoundSource } from './check/check-source.ts'
import { coinOf } from './pro-chains.ts'
import type { NewSource } from './source-rows.ts'
import type { Sources } from './sources.ts'
import type { SourceProbe } from './check/test-source.ts'

type AddInput = CallInput<'sources.add'>

/** Adds an instance, or an account with its first chain. If the source exists, it is shown again. */
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
  const known = await findKnown(sources, found.baseUrl)
  if (found.kind === 'pro') {
    // An account's key is stored separately, so its URL needs no secret.
    if (hasSecret(found.baseUrl)) {
      throw invalidInput('url', 'credentials_in_url')
    }
    const account = known ?? addAccount(sources, found, input.name)
    const chain = `${account}:${input.chainId ?? found.chainId ?? '1'}`
    sources.change(chain, { account, hidden: 0 })
    return sources.viewOf(chain)
  }
  const id = known ?? sources.add(toNewSource(found, input)).id
  await sources.keepUrl(id, found.baseUrl)
  sources.change(id, { hidden: 0 })
  if (found.ownService) sources.reportCoin(id, { contract: found.coin.contract ?? null })
  return sources.viewOf(id)
}

/** The id of the account or the instance with this base URL. */
export const findKnown = async (sources: Sources, baseUrl: string): Promise<string | undefined> =>
  sources.accounts().find((account) => account.baseUrl === baseUrl)?.id ??
  (await sources.findByUrl('instance', baseUrl))?.id

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
    // Our own service has no rate limit.
    ...(found.ownService ? { ownService: true } : {}),
  }
}
