/** Waits for a condition, not for a time; fails with what was last seen. `withinMs`: by default less than a test may take. */
export async function until<T>(
  what: string,
  check: () => T | Promise<T>,
  { withinMs = 120_000, seen = () => '' }: { withinMs?: number; seen?: () => unknown } = {},
): Promise<NonNullable<T>> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const from = performance.now()
    const value = await check()
    if (value) return value
    if (performance.now() > deadline)
      throw new Error(`${what} did not come about: ${JSON.stringify(await seen())}`)
    // A check that asks a server takes part of what it waits for: at most a quarter of the time is spent on it.
    const pause = Math.max(5, 3 * (performance.now() - from))
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
