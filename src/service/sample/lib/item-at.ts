/** The item at an index that is known to exist; a wrong index is a fault of ours and throws. */
export function itemAt<T>(list: readonly T[], index: number): T {
  if (index < 0 || index >= list.length)
    throw new RangeError(`no item ${String(index)} of ${String(list.length)}`)
  return list[index] as T
}
