import type { TracedBlock, TransactionFrames } from '../../model/call-frame.ts'
import { movesCoins, revertedFrames } from '../../model/call-frame.ts'
import type { UnvaluedFrames } from './struct-log-frames.ts'

/**
 * Fills in the coins that self-destructing contracts held: their balance before the block, and the movements since.
 * `balanceBefore` gives the coin balance of an address at the end of the parent block, in wei.
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
    const reverted = revertedFrames(transaction.frames)
    const frames = transaction.frames.map(({ valueUnknown, ...frame }, at) => {
      const value = valueUnknown ? (balances.get(frame.from) ?? 0n) : BigInt(frame.value)
      if (of?.succeeded && !reverted[at] && movesCoins(frame.type))
        move(frame.from, frame.to ?? frame.created, value)
      return valueUnknown ? { ...frame, value: `0x${value.toString(16)}` } : frame
    })
    return { ...transaction, frames }
  })
}
