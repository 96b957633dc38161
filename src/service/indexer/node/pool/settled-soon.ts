/**
 * Time is counted in ticks, and a long one is not counted whole: while this thread sleeps until its database has answered,
 * what others say can't be heard, and that is not held against them.
 */
const [TICK_MS, MAX_TICK_MS] = [25, 100]

/**
 * Waits until all work is done, or until `graceMs` after the first result that counts, or until `limitMs`. `late`: the
 * indexes of the work that was not done by then. The work must not reject.
 */
export async function settledSoon<T>(
  work: readonly Promise<T>[],
  counts: (value: T) => boolean,
  { graceMs, limitMs }: { readonly graceMs: number; readonly limitMs: number },
): Promise<{ readonly answers: readonly T[]; readonly late: readonly number[] }> {
  const found = new Map<number, T>()
  const end = Promise.withResolvers<undefined>()
  function endAfter(ms: number) {
    let [leftMs, before] = [ms, performance.now()]
    const timer = setInterval(() => {
      const now = performance.now()
      leftMs -= Math.min(now - before, MAX_TICK_MS)
      before = now
      if (leftMs <= 0) end.resolve(undefined)
    }, TICK_MS)
    return timer
  }
  const timers = [endAfter(limitMs)]
  const all = work.map(async (each, index) => {
    const value = await each
    found.set(index, value)
    if (counts(value)) timers.push(endAfter(graceMs))
  })
  await Promise.race([Promise.all(all), end.promise])
  for (const timer of timers) clearInterval(timer)
  const indexes = [...work.keys()]
  return {
    answers: indexes.flatMap((index) => (found.has(index) ? [found.get(index) as T] : [])),
    late: indexes.filter((index) => !found.has(index)),
  }
}
