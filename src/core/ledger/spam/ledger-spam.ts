/** The spam of each ledger, found at the first request. */
import type { LeftOut } from '#shared/rpc/contract/ledger-spam.ts'
import type { MovementsPage } from '#shared/rpc/contract/ledger.ts'
import type { Sources } from '../../sources/sources.ts'
import { wellKnownTokens } from '../../tokens/well-known-tokens.ts'
import type { LedgerName } from '../create-ledgers.ts'
import type { Ledger } from '../ledger.ts'
import { bothOf } from '../ask-movements.ts'
import type { MovementFilter } from '../kept/movement-filter.ts'
import type { MovementOptions } from '../kept/movement-reader.ts'
import type { Period } from '../movements.ts'
import { findSpam, type Spam } from './find-spam.ts'

/** A combined ledger has the spam of each of its members. */
export type SpamOf = (name: LedgerName, ledger: Ledger & { readonly spam?: Spam }) => Promise<Spam>

export function createSpamOf(sources: Pick<Sources, 'get'>): SpamOf {
  const found = new WeakMap<Ledger, Promise<Spam>>()
  return (name, ledger) => {
    if (ledger.spam) return Promise.resolve(ledger.spam)
    let spam = found.get(ledger)
    if (!spam) {
      spam = findSpam({
        ledger,
        address: name.address.toLowerCase(),
        wellKnown: new Set(
          wellKnownTokens(sources.get(name.source).chainId ?? '').map(({ address }) => address.toLowerCase()),
        ),
      })
      found.set(ledger, spam)
      // After a failure the next request tries again.
      spam.catch(() => found.delete(ledger))
    }
    return spam
  }
}

/** Kinds of movements that a person counts in addition. */
export interface Counted {
  readonly withSpam?: boolean | undefined
  readonly withWithin?: boolean | undefined
}

/** Filter that leaves out spam, and movements between several addresses. */
export function filterOf(
  spam: Spam,
  { proof: { members } }: Pick<Ledger, 'proof'>,
  { withSpam, withWithin }: Counted,
): MovementFilter | undefined {
  const without = withSpam ? undefined : spam.without
  if (members === undefined || withWithin) return without
  return bothOf(without, {
    key: 'without within',
    passes: ({ within }) => within !== true,
    condition: () => ({ sql: "(more ->> 'within') IS NOT 1", values: [] }),
  })
}

/** Number of movements of a period that are left out, by rule. */
export async function leftOutOf(
  ledger: Ledger,
  spam: Spam,
  period: Period,
  { signal }: MovementOptions,
): Promise<LeftOut[]> {
  const leftOut: LeftOut[] = []
  for (const rule of spam.rules) {
    const { movements } = await ledger.statement(period, { signal, filter: spam.only(rule) })
    if (movements > 0) leftOut.push({ rule, movements })
  }
  return leftOut
}

/** Adds the rule to each movement of a page that is spam. */
export const markSpam = (page: MovementsPage, { ruleOf, rules }: Spam): MovementsPage =>
  rules.length === 0
    ? page
    : {
        ...page,
        movements: page.movements.map((movement) => {
          const spam = ruleOf({ ...movement, amount: BigInt(movement.amount), at: movement.time ?? 0 })
          return spam ? { ...movement, spam } : movement
        }),
      }
