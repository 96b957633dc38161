/**
 * Finds the movements of a ledger that are spam, and their rule (`SpamRule`). Received coins are never spam, and a
 * well-known token is spam only if its source marks it as scam. Scam marks and imitations are judged as in lists
 * (docs/poisoning.md).
 */
import type { AddressRef } from '#shared/chain/address.ts'
import { isBadReputation, isScamAddress } from '#shared/chain/reputation.ts'
import { partyTransferOf, type PartyTransfer } from '#shared/poisoning/party-transfer.ts'
import { PoisoningDetector } from '#shared/poisoning/poisoning-detector.ts'
import { MAX_LEARNT_ROWS } from '#shared/rpc/contract/row-limits.ts'
import { SPAM_RULES, type SpamRule } from '#shared/rpc/contract/ledger-spam.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { nameDoubt } from '#shared/text/name-doubt.ts'
import type { Ledger } from '../ledger.ts'
import { isIn } from '../../query/sql/compile-sql.ts'
import type { MovementFilter } from '../kept/movement-filter.ts'
import type { MovementOptions } from '../kept/movement-reader.ts'
import { ALL, type PositionedMovement, type Wanted } from '../movements.ts'

type JudgedMovement = Omit<PositionedMovement, 'index'>

export interface Spam {
  /** The rule; undefined for a movement that counts. */
  readonly ruleOf: (movement: JudgedMovement) => SpamRule | undefined
  /** Rules that at least one movement matches. */
  readonly rules: readonly SpamRule[]
  /** Filter that leaves out spam; undefined if there is none. */
  readonly without: MovementFilter | undefined
  readonly only: (rule: SpamRule) => MovementFilter
}

/** A ledger, or movements that are read like one. */
export interface JudgedLedger extends Pick<Ledger, 'assetOf'> {
  readonly reader: {
    /** Ids of the assets that have moved. */
    assets(): readonly string[]
    /** All counterparties, and maybe others; undefined if there are too many. */
    parties(): readonly { readonly party: AddressRef }[] | undefined
    /** Yields movements in portions, oldest first. `last`: only this number of the newest. */
    batches(
      wanted: Wanted & { readonly last?: number },
      options?: MovementOptions,
    ): AsyncIterable<readonly PositionedMovement[]>
  }
}

export interface SpamRequest {
  readonly ledger: JudgedLedger
  /** In lower case. */
  readonly address: string
  /** Addresses in lower case. */
  readonly wellKnown: ReadonlySet<string>
}

/** Maximum number of passes over the rows that imitations are learnt from; the result is stable after two or three. */
const MAX_PASSES = 10

export async function findSpam(request: SpamRequest): Promise<Spam> {
  const { ledger, wellKnown } = request
  const tokens = new Map(ledger.reader.assets().map((id) => [id, judgeToken(ledger.assetOf(id), wellKnown)]))
  const found = new Set<SpamRule>([...tokens.values()].flatMap(({ rule }) => rule ?? []))
  // If the tokens alone decide, no movement has to be examined.
  const isPlain = [...tokens.values()].every(({ rule, isKnown }) => isKnown || rule !== undefined)
  const detector = isPlain ? new PoisoningDetector(request.address) : await learnPoisoning(request)

  function ruleOf(movement: JudgedMovement): SpamRule | undefined {
    const { isKnown = true, rule } = tokens.get(movement.asset) ?? {}
    if (rule || isKnown) return rule
    if (movement.amount > 0n && isScamAddress(movement.counterparty)) return 'scam-sender'
    if (detector.imitated.size === 0) return undefined
    const transfer = partyTransferOfMovement(movement, request)
    return transfer && detector.isPoisoning(transfer) ? 'imitates-address' : undefined
  }

  const isSure =
    isPlain ||
    (detector.imitated.size === 0 &&
      ledger.reader.parties()?.some(({ party }) => isScamAddress(party)) === false)
  if (!isSure)
    for await (const movements of ledger.reader.batches(ALL))
      for (const movement of movements) {
        const rule = ruleOf(movement)
        if (rule) found.add(rule)
      }
  const rules = SPAM_RULES.filter((rule) => found.has(rule))
  /** The rule of all movements of an asset; null if each has to be examined. */
  function ruleOfAsset(id: string) {
    const { isKnown = true, rule } = tokens.get(id) ?? {}
    return rule !== undefined || isKnown || isSure ? rule : null
  }
  const filterOf = (key: string, fits: (rule: SpamRule | undefined) => boolean): MovementFilter => ({
    key,
    passes: (movement) => fits(ruleOf(movement)),
    condition(reader) {
      const all = [...tokens.keys()]
      const numbers = (ids: readonly string[]) => ids.map((id) => reader.numberOfAsset(id))
      const passing = all.filter((id) => fits(ruleOfAsset(id) ?? undefined) && ruleOfAsset(id) !== null)
      const unknown = isIn('asset', numbers(all.filter((id) => ruleOfAsset(id) === null)))
      const passes = isIn('asset', numbers(passing))
      return {
        sql: `CASE WHEN ${unknown.sql} THEN NULL ELSE ${passes.sql} END`,
        values: [...unknown.values, ...passes.values],
        isNullable: unknown.values.length > 0,
      }
    },
  })
  return {
    ruleOf,
    rules,
    without: rules.length === 0 ? undefined : filterOf('without spam', (rule) => rule === undefined),
    only: (one) => filterOf(`only ${one}`, (rule) => rule === one),
  }
}

function judgeToken({ token }: LedgerAsset, wellKnown: ReadonlySet<string>) {
  // Received coins are never spam.
  if (!token) return { isKnown: true, rule: undefined }
  const isKnown = wellKnown.has(token.address_hash.toLowerCase())
  // The source's mark wins over the built-in list.
  if (isBadReputation(token.reputation)) return { isKnown, rule: 'scam-token' as const }
  const imitates = [token.symbol, token.name].some(
    (name) => name != null && nameDoubt(name)?.kind === 'imitates',
  )
  return { isKnown, rule: imitates && !isKnown ? ('imitates-token' as const) : undefined }
}

/** A movement as a row of a list, to be judged the same way. */
function partyTransferOfMovement(
  { asset, amount, nft, counterparty, list, transaction, block }: JudgedMovement,
  { ledger, address, wellKnown }: SpamRequest,
): PartyTransfer | undefined {
  const { token } = ledger.assetOf(asset)
  const value = String(amount < 0n ? -amount : amount)
  const own = { hash: address }
  const transfer = partyTransferOf({
    from: amount < 0n ? own : counterparty,
    to: amount < 0n ? counterparty : own,
    block_number: block,
    ...(token ? { token, total: [{ value, token_id: nft, decimals: token.decimals ?? null }] } : { value }),
    ...(list === 'address-transactions' && transaction !== null && { hash: transaction }),
  })
  // Movements have no prices, so a well-known token counts as priced.
  return transfer && token ? { ...transfer, priced: wellKnown.has(transfer.asset) } : transfer
}

/** Learns from the newest movements, as lists do. */
async function learnPoisoning(request: SpamRequest): Promise<PoisoningDetector> {
  const newest: PartyTransfer[] = []
  for await (const movements of request.ledger.reader.batches({ ...ALL, last: MAX_LEARNT_MOVEMENTS }))
    for (const movement of movements) {
      const transfer = partyTransferOfMovement(movement, request)
      if (transfer) newest.push(transfer)
    }
  newest.splice(0, newest.length - MAX_LEARNT_ROWS)
  const detector = new PoisoningDetector(request.address)
  for (let pass = 0, seen = -1; pass < MAX_PASSES && detector.revision !== seen; pass += 1) {
    seen = detector.revision
    for (const transfer of newest) detector.see(transfer)
  }
  return detector
}

/** Half of the movements are fees, which are not used for learning. */
const MAX_LEARNT_MOVEMENTS = 2 * MAX_LEARNT_ROWS
