/** The names in a text, separated by commas or semicolons: trimmed, each once. */
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
