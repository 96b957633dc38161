/** Variants of the API by server version. `spec` is the specification to the letter; `legacy` is before v7. */
export const DIALECTS = ['spec', 'legacy', 'v11', 'v12'] as const
export type Dialect = (typeof DIALECTS)[number]
