/**
 * What is there soon: everything, or what came until `graceMs` after the first that counts, or after `limitMs`. `late`: the
 * indexes of what was not there by then. The work must not reject.
 */
export async function settledSoon<T>(
  work: readonly Promise<T>[],
  counts: (value: T) => boolean,
  { graceMs, limitMs }: { readonly graceMs: number; readonly limitMs: number },
): Promise<{ readonly answers: readonly T[]; readonly late: readonly number[] }> {
  const found = new Map<number, T>()
  const end = Promise.withResolvers<undefined>()
  const endAfter = (ms: number) =>
    setTimeout(() => {
      end.resolve(undefined)
    }, ms)
  const timers = [endAfter(limitMs)]
  const all = work.map(async (each, index) => {
    const value = await each
    found.set(index, value)
    if (counts(value)) timers.push(endAfter(graceMs))
  })
  await Promise.race([Promise.all(all), end.promise])
  for (const timer of timers) clearTimeout(timer)
  const indexes = [...work.keys()]
  return {
    answers: indexes.flatMap((index) => (found.has(index) ? [found.get(index) as T] : [])),
    late: indexes.filter((index) => !found.has(index)),
  }
}
