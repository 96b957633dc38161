/** The budgets of keep jobs per day: of the credits of a key, or of the requests to an instance. */
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import { OFFICIAL_PRO } from '#shared/official-pro.ts'
import type { KeepBudget } from '#shared/rpc/contract/keep.ts'
import type { Source } from '#shared/source.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { keyHolderOf } from '../keys/key-holder.ts'
import type { Sources } from '../sources/sources.ts'
import type { SpendingLedger } from '../sources/spending.ts'
import { readKeepBudgets, writeKeepBudget } from './keep-rows.ts'

/** The rest of the day's allowance is for the person's own reading. */
const DEFAULT_SHARE = 0.5

export interface KeepBudgets {
  /** The id of the account or the instance that a source's requests count for. */
  holderOf(source: Source): string
  /** Whether the next page of a list is within the budget. */
  allows(source: Source, list: ListId): boolean
  all(): KeepBudget[]
  /** Undefined restores the default. */
  set(holder: string, amount: number | null | undefined): void
  reload(): void
}

/** Only pages of Pro cost credits. */
export const creditsOf = (source: Source, list: ListId) =>
  source.kind === 'pro' ? listEndpoint(list).credits : 0

export function createKeepBudgets(
  store: Database,
  sources: Pick<Sources, 'accounts' | 'all'>,
  spending: Pick<SpendingLedger, 'of'>,
): KeepBudgets {
  let amounts = readKeepBudgets(store)

  function budgetOf(holder: string, unit: KeepBudget['unit'], baseUrl: string | undefined): KeepBudget {
    const amount = amounts.get(holder)
    const kept = spending.of(holder)?.today.keeping
    return {
      holder,
      unit,
      amount: amount === undefined ? defaultOf(baseUrl) : amount,
      isDefault: amount === undefined,
      spent: kept?.[unit] ?? 0,
    }
  }
  const holderOf = (source: Source) => keyHolderOf(source)?.id ?? source.id

  return {
    holderOf,
    allows(source, list) {
      const isPro = source.kind === 'pro'
      const unit = isPro ? 'credits' : 'requests'
      const { amount, spent } = budgetOf(holderOf(source), unit, isPro ? source.baseUrl : undefined)
      return amount === null || spent + (isPro ? creditsOf(source, list) : 1) <= amount
    },
    all: () => [
      ...sources.accounts().map(({ id, baseUrl }) => budgetOf(id, 'credits', baseUrl)),
      ...sources
        .all()
        .filter(({ kind }) => kind === 'instance')
        .map(({ id }) => budgetOf(id, 'requests', undefined)),
    ],
    set(holder, amount) {
      writeKeepBudget(store, holder, amount)
      amounts = readKeepBudgets(store)
    },
    reload() {
      amounts = readKeepBudgets(store)
    },
  }
}

/** Half of the plan's allowance, if that is known. */
const defaultOf = (baseUrl: string | undefined) =>
  baseUrl === OFFICIAL_PRO.baseUrl ? OFFICIAL_PRO.creditsPerDay * DEFAULT_SHARE : null
