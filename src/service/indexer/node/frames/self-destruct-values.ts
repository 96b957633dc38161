import type { CallFrame, TracedBlock, TransactionFrames } from '../../model/call-frame.ts'
import { movesCoins } from '../../model/call-frame.ts'
import type { UnvaluedFrames } from './struct-log-frames.ts'

/**
 * Fills in what self-destructing contracts held: their balance before the block, and what moved since. `balanceBefore`
 * gives the coin balance of an address at the end of the parent block.
 */
export async function valueSelfDestructs(
  block: TracedBlock,
  traced: readonly UnvaluedFrames[],
  balanceBefore: (address: string) => Promise<bigint>,
): Promise<readonly TransactionFrames[]> {
  const wanted = new Set(
    traced.flatMap(({ frames }) => frames.filter((frame) => frame.valueUnknown).map((frame) => frame.from)),
  )
  if (wanted.size === 0) return traced
  const balances = new Map<string, bigint>()
  for (const address of wanted) balances.set(address, await balanceBefore(address))
  const move = (from: string, to: string | null, value: bigint) => {
    const [sender, receiver] = [balances.get(from), to === null ? undefined : balances.get(to)]
    if (sender !== undefined) balances.set(from, sender - value)
    if (receiver !== undefined && to !== null) balances.set(to, (balances.get(to) ?? 0n) + value)
  }
  return traced.map((transaction, index) => {
    const of = block.transactions[index]
    if (of?.succeeded) move(of.from, of.to ?? of.created, of.value)
    const undone = undoneBelow(transaction.frames)
    const frames = transaction.frames.map(({ valueUnknown, ...frame }, at) => {
      const value = valueUnknown ? (balances.get(frame.from) ?? 0n) : BigInt(frame.value)
      if (of?.succeeded && !undone[at] && movesCoins(frame.type))
        move(frame.from, frame.to ?? frame.created, value)
      return valueUnknown ? { ...frame, value: `0x${value.toString(16)}` } : frame
    })
    return { ...transaction, frames }
  })
}

/** For each frame, whether it or a call around it failed, so that nothing of it lasted. */
export function undoneBelow(frames: readonly Pick<CallFrame, 'depth' | 'error'>[]): boolean[] {
  let failedDepth: number | null = null
  return frames.map((frame) => {
    if (failedDepth !== null && frame.depth <= failedDepth) failedDepth = null
    if (failedDepth === null && frame.error !== null) failedDepth = frame.depth
    return failedDepth !== null
  })
}
