/** Every view of the app on the sample chain, for the accessibility spec and the screenshots in the docs. */
import { expect, type Page } from '@playwright/test'
import { landmark, type StartedService } from './service.ts'

export interface View {
  readonly name: string
  readonly path: (
    chain: Pick<StartedService, 'landmarks' | 'busiest'>,
    source: string,
  ) => Promise<string> | string
  /** Waits until the view is loaded, and opens the part it is named after. */
  readonly ready: (page: Page) => Promise<unknown>
}

const rows = (page: Page) => page.locator('[role=row][data-index]').first().waitFor()
const tab =
  (name: string, of?: string): View['path'] =>
  (chain, source) =>
    `/s/${source}/address/${of === undefined ? chain.busiest : landmark(chain, of).address}?tab=${name}`

export const views = (url: string): readonly View[] => [
  { name: 'address', path: (chain, source) => `/s/${source}/address/${chain.busiest}`, ready: rows },
  { name: 'transfers', path: tab('transfers'), ready: rows },
  { name: 'internal', path: tab('internal'), ready: rows },
  { name: 'tokens', path: tab('tokens'), ready: rows },
  {
    name: 'nfts',
    path: tab('nfts', 'NFT collector'),
    ready: async (page) => {
      await expect.poll(() => page.locator('img[src^="blob:"]').count()).toBeGreaterThan(3)
    },
  },
  { name: 'blocks', path: tab('blocks', 'Validator'), ready: rows },
  { name: 'withdrawals', path: tab('withdrawals', 'Validator'), ready: rows },
  {
    name: 'empty',
    path: tab('transactions', 'Nobody'),
    ready: (page) => page.getByText('no transactions').waitFor(),
  },
  {
    name: 'drawer',
    path: (chain, source) => `/s/${source}/address/${chain.busiest}`,
    ready: async (page) => {
      await rows(page)
      await page.locator('[role=row][data-index="5"]').click({ position: { x: 290, y: 16 } })
      await page
        .getByRole('complementary', { name: 'Transaction' })
        .or(page.getByRole('dialog'))
        .first()
        .waitFor()
    },
  },
  {
    name: 'transaction',
    path: async (chain, source) => `/s/${source}/tx/${await findSwap(url, landmark(chain, 'Whale').address)}`,
    ready: (page) => page.getByText('Who gave what to whom').waitFor(),
  },
  {
    name: 'token',
    path: (chain, source) => `/s/${source}/token/${landmark(chain, 'Sample Dollar').address}`,
    ready: rows,
  },
  {
    name: 'instances',
    path: (chain, source) =>
      `/s/${source}/token/${landmark(chain, 'Sample Portraits').address}?tab=instances`,
    ready: (page) => page.getByRole('tab', { selected: true }).waitFor(),
  },
  { name: 'chain', path: (_, source) => `/s/${source}`, ready: rows },
  {
    name: 'sources',
    path: () => '/sources',
    ready: (page) => page.getByRole('heading', { name: 'Sources' }).waitFor(),
  },
  {
    name: 'keys',
    path: () => '/sources',
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^(No key|Key set)/ })
        .first()
        .click()
      await page.getByRole('form', { name: /^Key for/ }).waitFor()
    },
  },
  {
    name: 'watchlist',
    path: () => '/watchlist',
    ready: (page) => page.getByRole('heading', { name: 'Watchlist' }).waitFor(),
  },
  {
    name: 'activity',
    path: () => '/activity',
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'settings',
    path: () => '/settings',
    ready: (page) => page.getByRole('heading', { name: 'Settings' }).waitFor(),
  },
  {
    name: 'palette',
    path: (chain, source) => `/s/${source}/address/${chain.busiest}`,
    ready: async (page) => {
      await rows(page)
      await page.keyboard.press('/')
      await page.getByRole('combobox', { name: 'Search' }).fill('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
      await page.getByRole('option').first().waitFor()
    },
  },
]

/** The hash of a transaction with many state changes: the newest one in which a contract call moved tokens. */
async function findSwap(url: string, address: string): Promise<string> {
  const page = (await (await fetch(`${url}/api/v2/addresses/${address}/transactions`)).json()) as {
    items: { hash: string; status: string | null; transaction_types: string[] }[]
  }
  const busy = page.items.find(
    (item) =>
      item.status === 'ok' &&
      item.transaction_types.includes('token_transfer') &&
      item.transaction_types.includes('contract_call'),
  )
  return (busy ?? page.items.find((item) => item.status === 'ok'))!.hash
}
