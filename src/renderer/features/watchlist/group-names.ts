/** The names in a text, comma-separated or semicolons: trimmed, each once. */
export const parseGroupNames = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,;]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

/** As `parseGroupNames` reads it. */
export const formatGroupNames = (names: readonly string[]) => names.join(', ')
