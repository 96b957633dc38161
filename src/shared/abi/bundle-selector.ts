/** The selectors of `handleOps` and `handleAggregatedOps` of EntryPoint 0.6, and of those since 0.7 (ERC-4337). */
const BUNDLE = /^0x(?:1fad948c|4b1d7cf5|765e827f|dbed18e0)/i

/** Whether a call hands user operations to an EntryPoint. */
export const isBundle = (input: string): boolean => BUNDLE.test(input)

/** Whether the data of a call holds such a selector after its own: a call inside may hand in a bundle then. */
export const carriesBundle = (input: string): boolean =>
  [...input.slice(OWN_LENGTH).matchAll(WITHIN)].some(({ index }) => index % 2 === 0)
const OWN_LENGTH = 10
/** Looks ahead, so that digits at half a byte do not hide the selector after them. */
const WITHIN = /(?=1fad948c|4b1d7cf5|765e827f|dbed18e0)/gi
