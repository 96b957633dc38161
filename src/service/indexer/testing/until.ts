/** Waits for a condition, not for a time; fails with what was last seen. */
export async function until<T>(
  what: string,
  check: () => T | Promise<T>,
  { withinMs = 60_000, seen = () => '' }: { withinMs?: number; seen?: () => unknown } = {},
): Promise<NonNullable<T>> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const value = await check()
    if (value) return value
    if (performance.now() > deadline)
      throw new Error(`${what} did not come about: ${JSON.stringify(await seen())}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
