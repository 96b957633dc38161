import type { CallInput } from '#shared/rpc/contract.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { completeExplorerTemplate } from '#shared/targets/explorer-url.ts'
import { formatSourceHost, type Source } from '#shared/source.ts'
import { coinOf } from './pro-chains.ts'
import type { SourceChange } from './source-rows.ts'

/**
 * Converts a person's changes to a change of the row. `null` restores the original: for a built-in source or a chain
 * of an account its own value, for a person's source a default. Throws invalid_input.
 */
export function toSourceChange(source: Source, changes: CallInput<'sources.edit'>['changes']): SourceChange {
  const isOwn = !source.builtIn && source.kind !== 'pro'
  if (changes.chainId !== undefined && !isOwn)
    throw new ChainglassFailure({
      code: 'invalid_input',
      field: 'changes.chainId',
      reason: 'chain_is_fixed',
    })
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
  throw new ChainglassFailure({
    code: 'invalid_input',
    field: 'changes.explorer',
    reason: 'bad_explorer_link',
  })
}

const withoutUndefined = (change: Readonly<Record<string, unknown>>): SourceChange =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
