/** Splits a text at commas and semicolons into group names, trimmed and without duplicates. */
export const parseGroupNames = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,;]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

/** Joins names to a text that `parseGroupNames` reads. */
export const formatGroupNames = (names: readonly string[]) => names.join(', ')
