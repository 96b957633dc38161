/** The source in the path of a place, encoded. */
export const IN_PATH = /^\/s\/([^/?#]+)/

/** Undefined where the path has none. */
export function sourceOfPath(path: string): string | undefined {
  const [, written] = IN_PATH.exec(path) ?? []
  if (written === undefined) return undefined
  try {
    return decodeURIComponent(written)
  } catch {
    return undefined
  }
}
