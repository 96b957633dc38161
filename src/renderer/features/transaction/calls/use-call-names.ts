import { computed, type ComputedRef } from 'vue'
import type { Decoded } from '#shared/abi/decoded.ts'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'
import { useDecoded } from '#renderer/entities/abi/use-decoded.ts'
import { useTokensOf } from '#renderer/entities/token/use-tokens-of.ts'
import type { CallRow } from './call-rows.ts'
import { contractOf, isCreation } from './call-text.ts'
import { codeOf, codeOfFailure, type CallNode, type CallTree, type PositionedLog } from './call-tree.ts'

export interface CallNames {
  /** The called function without arguments; it does not depend on the visible rows. */
  readonly functionOf: (node: CallNode) => Decoded | undefined
  /** The name of a call: equal for all calls of one function of one contract. */
  nameOf(node: CallNode): Decoded | undefined
  /** For a visible row: its call with arguments, or its log. */
  decodedOf(row: CallRow): Decoded | undefined
  /** For a visible failed call: its decoded error. */
  reasonOf(node: CallNode): Decoded | undefined
}

/** Characters of a selector with its `0x`. */
const SELECTOR_LENGTH = 10
/** Maximum number of functions decoded before they are visible, for the search. */
const MAX_NAMED = 1_000

/**
 * Decodes the visible rows and one call of each function, because a tree of 10,000 calls has some hundred
 * functions. `transactionCall` is the transaction's own call, which its source may have decoded.
 */
export function useCallNames(
  source: () => string,
  tree: () => CallTree | undefined,
  seen: () => readonly CallRow[],
  transactionCall: () => Decoded | undefined,
): ComputedRef<CallNames> {
  const functions = computed(() => {
    const found = new Map<string, DecodableItem>()
    for (const node of tree()?.nodes ?? []) {
      // A creation has no selector and is decoded when it is visible.
      const item = isCreation(node) ? undefined : callItem(node, false)
      if (item && !found.has(functionKey(node))) found.set(functionKey(node), item)
      if (found.size === MAX_NAMED) break
    }
    return found
  })
  const named = useDecoded(source, () => [...functions.value.values()], { askSource: false })
  const names = computed(() => byKey([...functions.value.keys()], named.results.value))

  const functionNames = computed(() => {
    const known = names.value
    const own = transactionCall()
    return (node: CallNode) => {
      const found = known.get(functionKey(node))
      const isNamed = found !== undefined && found.origin !== 'bytecode'
      return isNamed || node.id !== 0 ? found : (own ?? found)
    }
  })

  const items = computed(() => new Map(seen().flatMap(itemsOf)))
  const decoded = useDecoded(source, () => [...items.value.values()])
  const rows = computed(() => byKey([...items.value.keys()], decoded.results.value))

  useTokensOf(source, () =>
    seen().flatMap((row) => {
      const contract = row.kind === 'log' ? row.log.address.toLowerCase() : contractOf(row.node)
      const own = [rows.value.get(row.key), row.kind === 'call' && rows.value.get(reasonKey(row.node))]
      return own.flatMap((each) => (each ? [{ decoded: each, contract }] : []))
    }),
  )

  return computed(() => {
    const read = rows.value
    const functionOf = functionNames.value
    const nameOf = (node: CallNode) => {
      const known = read.get(String(node.id))
      // A name from any other origin wins over the bytecode, which gives types only.
      return known === undefined || known.origin === 'bytecode' ? (functionOf(node) ?? known) : known
    }
    return {
      functionOf,
      nameOf,
      decodedOf: (row) => (row.kind === 'call' ? nameOf(row.node) : read.get(row.key)),
      reasonOf: (node) => read.get(reasonKey(node)),
    }
  })
}

function byKey(
  keys: readonly string[],
  results: readonly (Decoded | null | undefined)[],
): ReadonlyMap<string, Decoded> {
  return new Map(
    keys.flatMap((key, at) => {
      const result = results[at]
      return result ? [[key, result] as const] : []
    }),
  )
}

const functionKey = ({ frame: { to, input } }: CallNode) =>
  `${to?.toLowerCase() ?? ''} ${input?.slice(0, SELECTOR_LENGTH) ?? ''}`
const reasonKey = ({ id }: CallNode) => `${String(id)} reason`

export function callItem(node: CallNode, withOutput = true): DecodableItem | undefined {
  const { to, created, input, output, error } = node.frame
  if (isCreation(node))
    return created === null || input === null ? undefined : { kind: 'call', to: null, created, input }
  if (to === null || (input?.length ?? 0) < SELECTOR_LENGTH) return undefined
  const returned = withOutput && error === null && output !== null && output !== '0x'
  const ran = codeOf(node)
  return {
    ...{ kind: 'call', to, input: input ?? '0x' },
    ...(returned ? { output } : {}),
    ...(ran.length > 0 && { ran: [...ran] }),
  }
}

/** The revert data of a failed call; undefined if it has none. */
export function reasonItem(node: CallNode): DecodableItem | undefined {
  const { to, output } = node.frame
  if (!node.isFailed || output === null || output.length < SELECTOR_LENGTH) return undefined
  const ran = codeOfFailure(node)
  return { kind: 'error', to, data: output, ...(ran.length > 0 && { ran: [...ran] }) }
}

/**
 * The log of a call. If the call works for another contract, the log has that contract's address, but the code
 * that ran defines its event.
 */
export function logItem({ address, topics, data }: PositionedLog, { frame }: CallNode): DecodableItem {
  const isOther = frame.to !== null && frame.to.toLowerCase() !== address.toLowerCase()
  return { kind: 'log', address, topics: [...topics], data, ...(isOther && { ran: [frame.to] }) }
}

function itemsOf(row: CallRow): (readonly [string, DecodableItem])[] {
  if (row.kind === 'log') {
    return [[row.key, logItem(row.log, row.node)]]
  }
  const call = callItem(row.node)
  const reason = reasonItem(row.node)
  return [
    ...(call ? [[row.key, call] as const] : []),
    ...(reason ? [[reasonKey(row.node), reason] as const] : []),
  ]
}
