/** Every view of the app on the sample chain, for the accessibility spec and the screenshots. */
import { expect, type Page } from '@playwright/test'
import { getContractAddress, type Hex } from 'viem'
import type { Anvil } from '../src/service/indexer/testing/anvil.ts'
import { callData, compiled, deployData } from '../src/service/indexer/testing/workload.ts'
import type { CoreClient } from './app-types.ts'
import { AppShell } from './pages/app-shell.ts'
import { suggestedAddress, sourceIdOf, type StartedService } from './service.ts'

export interface View {
  readonly name: string
  /** The component that draws it, below src/renderer/features: for every view whose picture is in the docs. */
  readonly component?: string
  /** As a new data folder opens it: nothing is watched or added, and the sample chain is the one inside the app. */
  readonly isFirstStart?: boolean
  /** What a development node has, whose chain it is shown on in place of the sample chain. */
  readonly onNode?: (node: Anvil) => Promise<unknown>
  /** Data that the core is given for the picture, besides the usual addresses and accounts. */
  readonly prepare?: (core: CoreClient, chain: StartedService) => Promise<unknown>
  readonly path: (
    chain: Pick<StartedService, 'suggestedAddresses' | 'busiest'>,
    source: string,
  ) => Promise<string> | string
  /** Waits until the view is loaded, and opens the part it is named after. */
  readonly ready: (page: Page) => Promise<unknown>
}

const rows = (page: Page) => page.locator('[role=row][data-index]').first().waitFor()
/** Cards with their pictures. A narrow window has room for two. */
async function pictures(page: Page) {
  const cards = page.locator('.nft-card')
  await cards.first().waitFor()
  const several = Math.min(4, await cards.count())
  await expect.poll(() => page.locator('img[src^="blob:"]').count()).toBeGreaterThanOrEqual(several)
}
/** Logs whose events are decoded. */
const events = (page: Page) => page.locator('.decoded-line').first().waitFor()
const tab =
  (name: string, of?: string): View['path'] =>
  (chain, source) =>
    `/s/${source}/address/${of === undefined ? chain.busiest : suggestedAddress(chain, of).address}?tab=${name}`

const ADDRESS = 'address/AddressView.vue'
const TRANSACTION = 'transaction/TransactionView.vue'

export const views = (url: string): readonly View[] => [
  {
    name: 'address',
    component: ADDRESS,
    path: (chain, source) => `/s/${source}/address/${chain.busiest}`,
    ready: rows,
  },
  { name: 'transfers', path: tab('transfers'), ready: rows },
  { name: 'internal', path: tab('internal'), ready: rows },
  { name: 'tokens', path: tab('tokens'), ready: rows },
  {
    name: 'nfts',
    path: tab('nfts', 'NFT collector'),
    ready: pictures,
  },
  { name: 'blocks', path: tab('blocks', 'Validator'), ready: rows },
  { name: 'withdrawals', path: tab('withdrawals', 'Validator'), ready: rows },
  { name: 'address-logs', component: ADDRESS, path: tab('logs', 'Sample Dollar'), ready: events },
  { name: 'balance', path: tab('balance', 'Whale'), ready: rows },
  {
    name: 'ledger',
    path: tab('ledger', 'Whale'),
    ready: async (page) => {
      await page.getByRole('status').filter({ hasText: 'adds up' }).waitFor()
      await rows(page)
    },
  },
  {
    name: 'empty',
    path: tab('transactions', 'Nobody'),
    ready: (page) => page.getByText('This address has no transactions').waitFor(),
  },
  {
    name: 'drawer',
    component: ADDRESS,
    path: (chain, source) => `/s/${source}/address/${chain.busiest}`,
    ready: async (page) => {
      await rows(page)
      // Above its links, wherever these are in a pane of any width.
      await page.locator('[role=row][data-index="5"]').click({ position: { x: 290, y: 3 } })
      await page
        .getByRole('complementary', { name: 'Transaction' })
        .or(page.getByRole('dialog'))
        .first()
        .waitFor()
      // The row is selected; that the pointer rests on it too is seen only at times.
      await page.mouse.move(0, 0)
    },
  },
  {
    name: 'transaction',
    component: TRANSACTION,
    path: async (chain, source) => `/s/${source}/tx/${await findSwap(url, chain.busiest)}`,
    ready: rows,
  },
  {
    name: 'calls',
    component: TRANSACTION,
    path: async (chain, source) =>
      `/s/${source}/tx/${await findAttack(url, suggestedAddress(chain, 'Lending pool').address)}?tab=calls`,
    ready: (page) => page.getByRole('treeitem').first().waitFor(),
  },
  {
    name: 'operations',
    path: async (chain, source) =>
      `/s/${source}/tx/${await findBundle(url, suggestedAddress(chain, 'Delegated account').address)}?tab=operations`,
    ready: (page) => page.getByRole('heading', { name: 'User operations' }).waitFor(),
  },
  {
    name: 'logs',
    path: async (chain, source) => `/s/${source}/tx/${await findSwap(url, chain.busiest)}?tab=logs`,
    ready: events,
  },
  {
    name: 'token',
    path: (chain, source) => `/s/${source}/token/${suggestedAddress(chain, 'Sample Dollar').address}`,
    ready: rows,
  },
  {
    name: 'instances',
    path: (chain, source) =>
      `/s/${source}/token/${suggestedAddress(chain, 'Sample Portraits').address}?tab=instances`,
    ready: pictures,
  },
  {
    name: 'block',
    path: (_, source) => `/s/${source}/block/2100`,
    ready: rows,
  },
  { name: 'blocks-latest', path: (_, source) => `/s/${source}?tab=blocks`, ready: rows },
  {
    name: 'chain',
    path: (_, source) => `/s/${source}`,
    ready: (page) => page.getByRole('main').getByRole('listitem').first().waitFor(),
  },
  {
    name: 'add-anything',
    path: () => '/sources?add=1',
    ready: (page) => page.getByRole('dialog').getByRole('textbox').first().waitFor(),
  },
  {
    name: 'sources',
    component: 'sources/SourcesView.vue',
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
    ready: (page) => page.getByRole('main').getByText('Harbour Exchange').waitFor(),
  },
  {
    name: 'activity',
    path: () => '/activity',
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'settings',
    path: () => '/settings',
    ready: (page) => page.getByRole('main').getByText('Remote images').first().waitFor(),
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
  {
    name: 'palette-names',
    path: (_chain, source) => `/s/${source}?tab=transfers`,
    ready: async (page) => {
      await rows(page)
      await page.keyboard.press('/')
      await page.getByRole('combobox', { name: 'Search' }).fill('S\u0430mple D')
      await page.getByRole('group', { name: /^On / }).waitFor()
    },
  },
  { name: 'chain-tokens', path: (_chain, source) => `/s/${source}?tab=tokens`, ready: rows },
  {
    name: 'everywhere',
    path: (chain) => `/everywhere/${chain.busiest}`,
    ready: (page) => page.getByRole('region', { name: 'Ask all sources' }).waitFor(),
  },
  { name: 'search-results', path: (_chain, source) => `/s/${source}?tab=search&q=sample`, ready: rows },
]

/** A source that can't be reached: nothing listens on this port. */
const UNREACHABLE = 'http://127.0.0.1:9'

/** Views of the pictures only: further tabs, states and sizes of views that the accessibility spec has already. */
export const furtherViews = (url: string): readonly View[] => {
  const transaction: View['path'] = async (chain, source) =>
    `/s/${source}/tx/${await findSwap(url, chain.busiest)}`
  const transactionTab =
    (name: string): View['path'] =>
    async (chain, source) =>
      `${await transaction(chain, source)}?tab=${name}`
  const token = (name: string) => (chain: Parameters<View['path']>[0], source: string) =>
    `/s/${source}/token/${suggestedAddress(chain, name).address}`
  const loaded = (page: Page) => page.getByRole('tabpanel').getByRole('tab', { selected: true }).waitFor()
  return [
    { name: 'group', path: (_, source) => `/s/${source}/group/Contracts`, ready: rows },
    {
      name: 'cases',
      path: () => '/cases',
      ready: (page) => page.getByRole('button', { name: 'New case' }).waitFor(),
    },
    {
      name: 'contract-storage',
      onNode: fillShelf,
      path: (_, source) => `/s/${source}/address/${SHELF}?tab=contract&part=storage`,
      ready: async (page) => {
        const contract = page.getByRole('region', { name: 'Contract', exact: true })
        const file = Buffer.from(JSON.stringify(compiled('Shelf').storageLayout))
        const picked = { name: 'Shelf.json', mimeType: 'application/json', buffer: file }
        await contract.getByLabel('Layout file').setInputFiles(picked)
        await contract.getByLabel('against block').fill('2')
        await contract.getByLabel('against block').press('Enter')
        await contract.getByRole('row').filter({ hasText: 'debt' }).filter({ hasText: '-6' }).waitFor()
      },
    },
    { name: 'transaction-transfers', path: transactionTab('transfers'), ready: rows },
    {
      name: 'transaction-input',
      path: transactionTab('input'),
      ready: (page) => page.getByRole('region', { name: 'Decoded' }).waitFor(),
    },
    { name: 'transaction-raw', path: transactionTab('raw'), ready: loaded },
    {
      name: 'holders',
      path: (chain, source) => `${token('Sample Dollar')(chain, source)}?tab=holders`,
      ready: rows,
    },
    { name: 'collections', path: tab('collections', 'NFT collector'), ready: rows },
    {
      name: 'log-drawer',
      path: tab('logs', 'Sample Dollar'),
      ready: async (page) => {
        await events(page)
        await page.locator('[role=row][data-index="1"]').click({ position: { x: 5, y: 5 } })
        await page.getByRole('region', { name: 'Decoded' }).waitFor()
      },
    },
    {
      name: 'nft-transfers',
      path: async (chain, source) => {
        const { address } = suggestedAddress(chain, 'Sample Portraits')
        const page = (await (await fetch(`${url}/api/v2/tokens/${address}/instances`)).json()) as {
          items: { id: string }[]
        }
        return `/s/${source}/token/${address}/instance/${page.items.at(-1)!.id}?tab=transfers`
      },
      ready: rows,
    },
    {
      name: 'nft',
      component: 'nft/NftView.vue',
      path: async (chain, source) => {
        const { address } = suggestedAddress(chain, 'Sample Portraits')
        const page = (await (await fetch(`${url}/api/v2/tokens/${address}/instances`)).json()) as {
          items: { id: string }[]
        }
        return `/s/${source}/token/${address}/instance/${page.items[0]!.id}`
      },
      ready: (page) => page.locator('img[src^="blob:"]').first().waitFor(),
    },
    {
      name: 'nft-rows',
      path: tab('nfts', 'NFT collector'),
      ready: async (page) => {
        await new AppShell(page).view('Rows')
        await rows(page)
      },
    },
    {
      name: 'dates',
      path: tab('transactions'),
      ready: async (page) => {
        await rows(page)
        await new AppShell(page).run('Absolute times')
        await page.getByRole('columnheader', { name: /^Time/ }).waitFor()
      },
    },
    { name: 'tokens-scam', path: tab('tokens', 'Poisoned account'), ready: loaded },
    {
      name: 'chart',
      path: tab('tokens'),
      ready: async (page) => {
        await rows(page)
        await new AppShell(page).view('Chart')
        await page.locator('.list-chart').waitFor()
      },
    },
    {
      name: 'balance-chart',
      path: tab('balance', 'Whale'),
      ready: async (page) => {
        await rows(page)
        await new AppShell(page).view('Chart')
        await page.getByRole('figure', { name: 'Balance by day' }).hover()
      },
    },
    {
      name: 'keep',
      path: tab('transactions'),
      ready: async (page) => {
        await rows(page)
        await new AppShell(page).here.click()
        await page.getByRole('form', { name: 'Keep this list' }).waitFor()
        await page.getByText(/About [\d,]+ requests/).waitFor()
      },
    },
    {
      name: 'kept',
      prepare: startJobs,
      path: () => '/keep',
      ready: (page) => page.getByRole('article').getByRole('img').first().waitFor(),
    },
    {
      name: 'kept-filter',
      prepare: startJobs,
      path: (chain, source) => `/s/${source}/address/${chain.busiest}?tab=transactions&where=value%3E1`,
      ready: async (page) => {
        await rows(page)
        await page.getByText(/of [\d,]+ kept transactions/).waitFor()
      },
    },
    { name: 'kept-search', prepare: startJobs, path: () => '/kept?q=value%3E1', ready: rows },
    {
      name: 'exports',
      prepare: startJobs,
      path: () => '/exports',
      ready: (page) => page.getByRole('article').first().waitFor(),
    },
    {
      name: 'keys-help',
      path: () => '/settings',
      ready: async (page) => {
        await page.getByRole('heading', { name: 'Settings' }).waitFor()
        await page.keyboard.press('?')
        await page.getByRole('dialog', { name: 'Keys' }).waitFor()
      },
    },
    {
      name: 'shortcuts',
      path: () => '/settings',
      ready: (page) => page.getByRole('button', { name: 'Change keys' }).click(),
    },
    {
      name: 'data',
      path: () => '/settings',
      ready: (page) =>
        page.getByRole('heading', { name: 'Erase everything' }).first().scrollIntoViewIfNeeded(),
    },
    {
      name: 'add-source',
      path: () => '/sources?add=1',
      ready: (page) => page.getByRole('dialog', { name: 'Add anything' }).waitFor(),
    },
    {
      name: 'error',
      path: (chain) => `/s/${sourceIdOf(UNREACHABLE)}/address/${chain.busiest}`,
      prepare: (core) => core.call('sources.add', { url: UNREACHABLE, unchecked: true }),
      ready: (page) => page.getByRole('alert').first().waitFor(),
    },
    {
      name: 'unknown-transaction',
      path: (_, source) => `/s/${source}/tx/0x${'ab'.repeat(32)}`,
      ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
    },
    {
      name: 'gone',
      path: (chain) => `/s/gone/address/${chain.busiest}`,
      ready: (page) => page.getByRole('heading', { name: 'This source was removed' }).waitFor(),
    },
    {
      name: 'nowhere',
      path: () => '/nowhere',
      ready: (page) => page.getByRole('main').waitFor(),
    },
    {
      name: 'first-run',
      isFirstStart: true,
      path: () => '/',
      ready: async (page) => {
        await page.getByRole('region', { name: 'Welcome' }).waitFor()
        await rows(page)
      },
    },
    {
      // Imitations are shown here, which are folded in every other picture.
      name: 'poisoned-list',
      prepare: async (core, chain) => {
        const { address } = suggestedAddress(chain, 'Poisoned account')
        await core.call('watchlist.save', { address, chainId: null, label: 'Payments', colour: 'teal' })
        await core.call('settings.change', { foldScam: false })
      },
      path: tab('transactions', 'Poisoned account'),
      ready: (page) => page.locator('.imitation').first().waitFor(),
    },
    {
      // Where the money of an address came from and went: drawn once all of it is read.
      name: 'flow',
      component: 'flow/FlowView.vue',
      path: (chain, source) => `/s/${source}/flow?from=${suggestedAddress(chain, 'NFT collector').address}`,
      // The images are on other hosts, and a picture is taken without a network.
      prepare: (core) => core.call('settings.change', { images: false }),
      ready: async (page) => {
        await rows(page)
        await page.getByText(/Reading rows|reading the lists/).waitFor({ state: 'detached' })
      },
    },
    {
      // Two lists beside each other.
      name: 'panes',
      component: ADDRESS,
      path: (chain, source) => `/s/${source}/address/${chain.busiest}`,
      ready: async (page) => {
        await rows(page)
        await page.keyboard.press('Control+\\')
        const second = page.getByRole('region', { name: 'Pane 2' })
        await second.locator('[role=row][data-index]').first().waitFor()
        await page.keyboard.press('Alt+t')
        await page.getByRole('combobox', { name: 'Search' }).fill('Whale')
        await page.getByRole('option').first().waitFor()
        await page.keyboard.press('Enter')
        await second.getByRole('heading', { name: 'Whale' }).waitFor()
        await second.locator('[role=row][data-index]').first().waitFor()
      },
    },
  ]
}

/** The first account of a development node, and the contract that it deploys first. */
const DEPLOYER: Hex = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SHELF = getContractAddress({ from: DEPLOYER, nonce: 0n })

async function fillShelf({ send }: Anvil): Promise<void> {
  const sent = { from: DEPLOYER, gas: '0x4c4b40' } as const
  await send({ ...sent, data: deployData('Shelf') })
  await send({ ...sent, to: SHELF, data: callData('Shelf', 'fill', [DEPLOYER, 7n]) })
  await send({ ...sent, to: SHELF, data: callData('Shelf', 'close') })
}

/** Keeps a list, asks a question about it and exports it. */
async function startJobs(core: CoreClient, chain: StartedService): Promise<void> {
  const { address } = suggestedAddress(chain, 'Whale')
  const source = chain.sourceId
  const list = { list: 'address-transactions', params: { address_hash: address }, filters: {} } as const
  await core.call('keep.start', { source, lists: [{ ...list, total: null }] })
  await core.call('export.start', { source, ...list, format: 'parquet', where: 'value>1', zone: 'utc' })
  await core.call('questions.save', {
    name: 'Large and failed',
    text: 'failed value>1',
    path: `/s/${source}/address/${address}?tab=transactions`,
    scope: { of: 'list', source, ...list },
    seen: null,
  })
}

/** The newest swap of an address: many balances change in it. */
async function findSwap(url: string, address: string): Promise<string> {
  const page = (await (await fetch(`${url}/api/v2/addresses/${address}/transactions`)).json()) as {
    items: { hash: string; status: string | null; method: string | null }[]
  }
  return page.items.find(({ status, method }) => status === 'ok' && method?.startsWith('swap'))!.hash
}

/** A transaction that handed in a user operation of this account. */
export async function findBundle(url: string, account: string): Promise<string> {
  const path = `${url}/api/v2/addresses/${account}/internal-transactions`
  const page = (await (await fetch(path)).json()) as {
    items: { transaction_hash: string; type: string; from: { hash: string } }[]
  }
  return page.items.find(({ type, from }) => type === 'call' && from.hash !== account)!.transaction_hash
}

/** A loan whose borrower enters the pool again and again: its calls are the deepest there are. */
export async function findAttack(url: string, pool: string): Promise<string> {
  const path = `${url}/api/v2/addresses/${pool}/internal-transactions`
  const page = (await (await fetch(path)).json()) as { items: { transaction_hash: string; index: number }[] }
  return page.items.find(({ index }) => index === DEEPEST_CALL)!.transaction_hash
}
const DEEPEST_CALL = 15
