/** The item at an index that must exist. Throws RangeError where it does not: that is an error in our code. */
export function itemAt<T>(list: readonly T[], index: number): T {
  if (index < 0 || index >= list.length)
    throw new RangeError(`no item ${String(index)} of ${String(list.length)}`)
  return list[index] as T
}
