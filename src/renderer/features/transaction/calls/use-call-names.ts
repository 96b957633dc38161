import { computed, type ComputedRef } from 'vue'
import type { Decoded } from '#shared/abi/decoded.ts'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'
import { useDecoded } from '#renderer/entities/abi/use-decoded.ts'
import { useTokensOf } from '#renderer/entities/token/use-tokens-of.ts'
import type { CallRow } from './call-rows.ts'
import { contractOf, isCreation } from './call-text.ts'
import { codeOf, codeOfFailure, type CallNode, type CallTree, type PlacedLog } from './call-tree.ts'

export interface CallNames {
  /** By what is called alone, so that it says the same whatever is seen. */
  readonly functionOf: (node: CallNode) => Decoded | undefined
  /** What is called, as far as it is known: every call of the same function of the same contract has the same name. */
  nameOf(node: CallNode): Decoded | undefined
  /** Of a row that is seen: its call with arguments, or its log. */
  decodedOf(row: CallRow): Decoded | undefined
  /** Of a failed call that is seen: why. */
  reasonOf(node: CallNode): Decoded | undefined
}

/** Four bytes of a function. */
const SELECTOR_LENGTH = 10
/** Functions that get a name before they are seen, so that they can be found. */
const MAX_NAMED = 1_000

/**
 * Decodes the rows that are seen, and one call of each function: a tree of 10,000 calls has some hundred
 * functions. `transactionCall`: the transaction's own, which its source may know by itself.
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
      // A creation has no selector: it is named when it is seen.
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
      // Whoever knows a name comes before the code, which tells types alone.
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

/** Of a failed call that says why. */
export function reasonItem(node: CallNode): DecodableItem | undefined {
  const { to, output } = node.frame
  if (!node.isFailed || output === null || output.length < SELECTOR_LENGTH) return undefined
  const ran = codeOfFailure(node)
  return { kind: 'error', to, data: output, ...(ran.length > 0 && { ran: [...ran] }) }
}

/** Of a call that works for another contract the log is that one's, and its meaning that of the code that ran. */
export function logItem({ address, topics, data }: PlacedLog, { frame }: CallNode): DecodableItem {
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
