/** Tests that every place of the window that names a call, its event or its error uses one name, from one origin. */
import { encodeAbiParameters, encodeErrorResult, encodeEventTopics, encodeFunctionData, parseAbi } from 'viem'
import type { Locator, Page } from '@playwright/test'
import { json } from '#platform/testing/behaviours.ts'
import { appUrl, expect, test, type SharedApp } from '../../app.ts'
import type { FaultyInstance } from '../../faulty-instance.ts'
import { AppShell } from '../../pages/app-shell.ts'

const [CALLED, CODE, WHO] = ['a1', 'c0', 'd1'].map((byte) => `0x${byte.repeat(20)}` as const) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]
const FARM = parseAbi([
  'function frobnicateAll(address who, uint256 amount)',
  'event Frobnicated(address who, uint256 amount)',
  'error NotFrobnicated(uint256 amount)',
])
const words = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [WHO, 7n])
const OF_FARM = {
  input: encodeFunctionData({ abi: FARM, functionName: 'frobnicateAll', args: [WHO, 7n] }),
  log: { topics: encodeEventTopics({ abi: FARM, eventName: 'Frobnicated' }), data: words },
  error: encodeErrorResult({ abi: FARM, errorName: 'NotFrobnicated', args: [7n] }),
  ...{ name: 'frobnicateAll', event: 'Frobnicated', thrown: 'NotFrobnicated' },
}
/** The pack has a `deposit` of these four bytes. */
const GUESSED = {
  ...{ input: `0xe2bbb158${words.slice(2)}`, log: undefined, error: '0x' },
  ...{ name: 'deposit', event: undefined, thrown: undefined },
}

interface Case {
  readonly title: string
  readonly origin: string
  /** From whom the name is, in words. */
  readonly from: RegExp
  readonly of: typeof OF_FARM | typeof GUESSED
  /** The called contract, as the source gives it beside a row. */
  readonly to?: object
  /** Whether a trace shows that the implementation ran. */
  readonly isProxy?: boolean
  readonly prepare: (faulty: FaultyInstance, app: SharedApp) => Promise<unknown> | undefined
}

const CASES: readonly Case[] = [
  {
    title: 'an ABI of one’s own',
    ...{ origin: 'own', from: /From your own ABI Farm\.json/, of: OF_FARM },
    prepare: (_, app) =>
      app.core.call('abi.add', {
        ...{ name: 'Farm.json', text: JSON.stringify(FARM), chainId: null, address: CALLED },
      }),
  },
  {
    title: 'a verified contract behind a proxy',
    ...{ origin: 'verified', from: /From the verified contract FarmV2/, of: OF_FARM, isProxy: true },
    to: { is_verified: true, implementations: [{ address_hash: CODE, name: 'FarmV2' }] },
    prepare(faulty) {
      const implementations = [{ address_hash: CODE, name: 'FarmV2' }]
      faulty.respond(
        new RegExp(`/smart-contracts/${CALLED}$`, 'i'),
        json({ name: 'Proxy', abi: [], is_verified: true, proxy_type: 'eip1967', implementations }),
      )
      faulty.respond(
        new RegExp(`/smart-contracts/${CODE}$`, 'i'),
        json({ name: 'FarmV2', abi: FARM, is_verified: true }),
      )
      return undefined
    },
  },
  {
    title: 'a guess by four bytes',
    ...{ origin: 'pack', from: /may be another function of the same four bytes/, of: GUESSED },
    prepare: () => undefined,
  },
]

interface Row extends Record<string, unknown> {
  readonly hash: string
}

/** Lets two rows of the busiest address call the contract: one that succeeded, and one that failed. */
async function callContract(
  faulty: FaultyInstance & { readonly busiest: string },
  { of, to, isProxy }: Case,
) {
  const path = `/addresses/${faulty.busiest}/transactions`
  const { items } = (await (await fetch(`${faulty.url}/api/v2${path}`)).json()) as { items: Row[] }
  const [done, failed] = items.filter(({ block_number: block }) => block !== null)
  const called = { hash: CALLED, is_contract: true, is_verified: false, ...to }
  const fields = {
    ...{ to: called, raw_input: of.input, method: of.input.slice(0, 10), value: '0' },
    ...{ transaction_types: ['contract_call'], decoded_input: null, token_transfers: [] },
  }
  const failure = { status: 'error', result: 'Reverted', revert_reason: { raw: of.error } }
  const rows = new Map([
    [done!.hash, fields],
    [failed!.hash, { ...fields, ...failure }],
  ])
  faulty.respond(
    new RegExp(`${path}(\\?|$)`, 'i'),
    faulty.passThrough((page) => {
      page.items = page.items.map((item) => ({ ...item, ...rows.get(String(item.hash)) }))
    }),
  )
  for (const { hash } of [done!, failed!]) {
    faulty.respond(
      new RegExp(`/transactions/${hash}$`),
      faulty.passThrough((one) => Object.assign(one, rows.get(hash))),
    )
    const address = { hash: CALLED, is_contract: true, ...to }
    const log = of.log && { ...of.log, index: 0, transaction_hash: hash, address, block_number: 7 }
    const isFailed = hash === failed!.hash
    faulty.respond(
      new RegExp(`/transactions/${hash}/logs`),
      json({ items: log && !isFailed ? [log] : [], next_page_params: null }),
    )
    faulty.respond(
      new RegExp(`/transactions/${hash}/state-changes`),
      json({ items: [], next_page_params: null }),
    )
    faulty.respond(new RegExp(`/transactions/${hash}/raw-trace$`), json(traceOf(of, isProxy, isFailed)))
  }
  return { done: done!.hash, failed: failed!.hash }
}

function traceOf({ input, log, error }: Case['of'], isProxy = false, isFailed = false) {
  const result = isFailed
    ? { error: 'Reverted', result: { output: error, gasUsed: '0x0a' } }
    : { result: { output: '0x', gasUsed: '0x0a' } }
  const call = (callType: string, from: string, to: string) => ({
    type: 'call',
    action: { callType, from, to, input, gas: '0x64', value: '0x0' },
    ...result,
  })
  const logs = log && !isFailed ? [{ ...log, address: CALLED, index: 0 }] : []
  const inner = isProxy
    ? [{ ...call('delegatecall', CALLED, CODE), traceAddress: [0], logs, subtraces: 0 }]
    : []
  return [
    {
      ...call('call', WHO, CALLED),
      ...{ traceAddress: [], logs: isProxy ? [] : logs, subtraces: inner.length },
    },
    ...inner,
  ]
}

for (const one of CASES)
  test(`${one.title} gives a call one name and origin in every view`, async ({ page, app, faulty }) => {
    const { of } = one
    await one.prepare(faulty, app)
    const hashes = await callContract(faulty, one)
    const list = `/s/${faulty.source}/address/${faulty.busiest}?tab=transactions`
    const rowOf = (hash: string) =>
      page
        .getByRole('grid')
        .getByRole('row')
        .filter({ has: linkTo(page, hash) })

    await page.goto(appUrl(app, list))
    await rowOf(hashes.done).getByRole('link').and(linkTo(page, hashes.done)).click()
    await test.step('the transaction', () => isNamedOnPage(page, hashes.done, one))
    await test.step('its calls, logs and input', () => isNamedInTabs(page, one))
    await page.goto(appUrl(app, list))
    await rowOf(hashes.failed).getByRole('link').and(linkTo(page, hashes.failed)).click()
    await test.step('the failed transaction', () => isNamedOnPage(page, hashes.failed, one))
    await test.step('its failure', () => isFailureNamed(page, one))

    await page.goto(appUrl(app, list))
    for (const hash of Object.values(hashes)) await isNamed(rowOf(hash).locator('.meth'), one)
    if (of.thrown !== undefined)
      await expect(rowOf(hashes.failed).getByTitle(`Failed: ${of.thrown}(amount: 7)`)).toBeVisible()
    await rowOf(hashes.done).click({ position: { x: 8, y: 16 } })
    await isNamed(new AppShell(page).drawer.locator('.meth'), one)

    await test.step('the places of a case', () =>
      isNamedInCase(page, app, `/s/${faulty.source}/tx/${hashes.done}`, one))
  })

const linkTo = (within: Page | Locator, hash: string) => within.locator(`a[href*="${hash}" i]`)

/** The name, who gave it, and how its style shows that. */
async function isNamed(where: Locator, { of, origin, from }: Case, name: string | undefined = of.name) {
  await expect(where.locator('bdi').or(where).last()).toHaveText(name ?? '')
  await expect(where).toHaveAttribute('data-origin', origin)
  await expect(where).toHaveAttribute('title', from)
}

/** The window, its tab, the list of recent places and the header have one name. */
async function isNamedOnPage(page: Page, hash: string, { of, origin }: Case) {
  const title = new RegExp(`^${of.name} 0x`)
  await expect(page).toHaveTitle(title)
  await expect(
    page.getByRole('tablist', { name: 'Open places' }).getByRole('tab', { selected: true }),
  ).toHaveAttribute('title', title)
  await expect(
    page.getByRole('region', { name: 'Recent' }).getByRole('link').and(linkTo(page, hash)),
  ).toContainText(of.name)
  const heading = new AppShell(page).title
  // A sentence says what is certain only.
  if (origin === 'pack') await expect(page.locator('.page-header .tag, h1').getByText(of.name)).toBeVisible()
  else await expect(heading).toContainText(new RegExp(`^Called ${of.name} on|^${of.name} of`))
}

async function isNamedInTabs(page: Page, one: Case) {
  const { of } = one
  const open = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  await open('Calls')
  const lines = page.getByRole('tree', { name: 'Calls' }).getByRole('treeitem').locator('.decoded-name')
  const calls = one.isProxy === true ? 2 : 1
  await expect(lines).toHaveCount(of.event === undefined ? calls : calls + 1)
  for (let nth = 0; nth < calls; nth += 1) await isNamed(lines.nth(nth), one)
  if (of.event !== undefined) await isNamed(lines.last(), one, of.event)
  await page.getByRole('tree', { name: 'Calls' }).press('Enter')
  const details = page.getByRole('complementary', { name: 'Call details' })
  await isNamed(details.locator('.decoded-name'), one)

  if (of.event !== undefined) {
    await open('Logs')
    await isNamed(page.getByRole('grid').locator('.decoded-name'), one, of.event)
  }
  await open('Input')
  await isNamed(page.getByRole('region', { name: 'Decoded' }).locator('.decoded-name'), one)
}

async function isFailureNamed(page: Page, one: Case) {
  const { of, from } = one
  const banner = page.getByRole('region', { name: 'Why it failed' })
  await expect(banner.locator('.name')).toHaveText(of.thrown ?? 'Reverted')
  if (of.thrown === undefined) return
  await expect(banner.getByTitle(from)).toBeVisible()
  await expect(new AppShell(page).title).toContainText(`failed: ${of.thrown}`)
}

/** A case keeps the places of the window by their titles. */
async function isNamedInCase(page: Page, app: SharedApp, path: string, { of }: Case) {
  const tab = { id: 't1', path, title: '', isPinned: false }
  const panes = [{ id: 'p', tabs: [tab], active: tab.id }]
  const workspace = { version: 1, panes, layout: 'beside', ratio: 0.5, activePane: 'p' } as const
  const { id } = await app.core.call('cases.create', { name: 'The farm', workspace })
  await new AppShell(page).run('Open case: The farm')
  await expect(page).toHaveTitle(new RegExp(`^${of.name} 0x`))
  await page.getByRole('link', { name: /^Case:/ }).click()
  const open = page.getByRole('article', { name: 'Open case: The farm' })
  await expect(open.getByRole('link').and(page.locator(`[href="${path}"]`))).toHaveText(
    new RegExp(`^${of.name} 0x`),
  )
  await app.core.call('cases.remove', { id })
}
