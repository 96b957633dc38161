/** The tab of an address, in its URL. */
export const APPROVALS_TAB = 'approvals'
