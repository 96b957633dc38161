import type { StoredVariable } from '#shared/rpc/contract/contracts.ts'

/** A slot without its leading zeros. */
export const shortSlot = (slot: string): string => slot.replace(/^0x0+(?=.)/, '0x')

/** The variables that have all of the typed words: in path, type, slot, or values. */
export function findVariables(variables: readonly StoredVariable[], text: string): readonly StoredVariable[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return variables
  return variables.filter(({ path, type, slot, value, word, against }) => {
    const all = [path, type, shortSlot(slot), slot, value ?? word, against && (against.value ?? against.word)]
    const has = all.join(' ').toLowerCase()
    return words.every((one) => has.includes(one))
  })
}
