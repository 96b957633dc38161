/** The official Pro API, the only one known by name. Any other Pro API is an account like it. */
export const OFFICIAL_PRO = {
  baseUrl: 'https://api.blockscout.com',
  /** The site where a person gets a key. */
  portal: 'https://dev.blockscout.com',
  /** The credits of the free plan. */
  creditsPerDay: 100_000,
} as const

/** The credits that a page of most lists costs. */
const CREDITS_PER_PAGE = 20
export const FREE_PAGES_PER_DAY = OFFICIAL_PRO.creditsPerDay / CREDITS_PER_PAGE

/** Whether a text looks like one of its keys. */
export const isProKey = (text: string) => /^proapi_/i.test(text.trim())
