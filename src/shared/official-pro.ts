/** The one Pro API that is known by name; others are accounts like it. */
export const OFFICIAL_PRO = {
  baseUrl: 'https://api.blockscout.com',
  /** Where a person gets a key. */
  portal: 'https://dev.blockscout.com',
  /** Of the free plan. */
  creditsPerDay: 100_000,
} as const

/** Credits that a page of most lists costs. */
const CREDITS_PER_PAGE = 20
export const FREE_PAGES_PER_DAY = OFFICIAL_PRO.creditsPerDay / CREDITS_PER_PAGE

/** How a text looks that is a key of it. */
export const isProKey = (text: string) => /^proapi_/i.test(text.trim())
