/** The selectors of `handleOps` and `handleAggregatedOps` of EntryPoint 0.6, and of those since 0.7 (ERC-4337). */
const BUNDLE = /^0x(?:1fad948c|4b1d7cf5|765e827f|dbed18e0)/i

/** Whether a call hands user operations to an EntryPoint. */
export const isBundle = (input: string): boolean => BUNDLE.test(input)
