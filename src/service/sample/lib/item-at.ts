/** The item at an index that must exist. Throws RangeError otherwise, which is a bug of ours. */
export function itemAt<T>(list: readonly T[], index: number): T {
  if (index < 0 || index >= list.length)
    throw new RangeError(`no item ${String(index)} of ${String(list.length)}`)
  return list[index] as T
}
