/** One address on ten chains, two of which fail, by keyboard alone. */
import { html, json } from '#platform/testing/behaviours.ts'
import { startChainServices } from '#core/everywhere/testing/chain-services.ts'
import { expectNoViolation } from '../../accessible.ts'
import { appUrl, expect, test, type SharedApp } from '../../app.ts'

const CHAINS = ['1', '8453', '10', '42161', '137', '100', '56', '43114', '324', '59144']
const NAMES = ['Ethereum', 'Base', 'Optimism', 'Arbitrum One', 'Polygon', 'Gnosis']

/** Only sources of this machine are left: what comes with the program is hidden. */
async function openTenChains(
  { core }: SharedApp,
  autoClose: Parameters<Parameters<typeof test>[2]>[0]['autoClose'],
) {
  const world = await autoClose(startChainServices(CHAINS))
  const { sources } = await core.read('sources.changed', {})
  for (const { id } of sources) await core.call('sources.hide', { id, hidden: true })
  const ids: string[] = []
  for (const { url } of world.services) ids.push((await core.call('sources.add', { url })).id)
  await core.call('sources.order', { ids })
  await core.call('settings.change', { zone: 'utc', time: 'absolute', images: false })
  world.delayMs = 300
  return { world, ids }
}

test('ten chains, two of which fail, are asked, retried and opened by keyboard alone', async ({
  page,
  app,
  autoClose,
}, info) => {
  const { world, ids } = await openTenChains(app, autoClose)
  const { busiest } = world
  world.services[3]?.server.always(html())
  world.services[7]?.server.always(json({ message: 'Wrong key' }, 401))

  await page.goto(appUrl(app, `/s/${String(ids[0])}?tab=transfers`))
  await expect(page.getByRole('grid')).toBeVisible()
  // The search field offers it for an address that was typed.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(busiest)
  await page.getByRole('option', { name: 'Show on all chains' }).waitFor()
  await page.keyboard.press('ArrowDown')
  const chosen = page.getByRole('option', { selected: true })
  while ((await chosen.textContent())?.includes('Show on all') !== true)
    await page.keyboard.press('ArrowDown')
  await expect(chosen).toContainText('Show on all')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${app.origin}/everywhere/${busiest}`)

  // Nobody is told before the person agrees, and who would be told is said.
  const question = page.getByRole('region', { name: 'Ask all sources' })
  await expect(question.getByRole('listitem')).toHaveCount(10)
  const told = () =>
    world.services.flatMap(({ server }) => server.requests).filter(({ path }) => path.includes(busiest))
  expect(told()).toEqual([])
  await expectNoViolation(page)

  const ask = question.getByRole('button', { name: 'Ask 10 sources' })
  await ask.focus()
  const startedAt = performance.now()
  await page.keyboard.press('Enter')
  const table = page.getByRole('table', { name: 'Everywhere' })
  const row = (name: string) =>
    table.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  await expect(table.locator('[data-label=Balance] .amount').first()).toBeVisible()
  const firstMs = performance.now() - startedAt
  await expect(
    page.getByRole('status').filter({ hasText: '8 of 10 sources answered, 2 failed' }),
  ).toBeAttached()
  info.annotations.push({
    type: 'figures',
    description: `first row ${String(Math.round(firstMs))} ms, all ${String(Math.round(performance.now() - startedAt))} ms`,
  })

  await expect(row('Arbitrum One')).toContainText('web page instead of data')
  await expect(row('Avalanche C-Chain')).toContainText(/key/)
  for (const name of NAMES.filter((name) => name !== 'Arbitrum One'))
    await expect(row(name)).toContainText('Answered')
  await expect(row('Base')).toContainText('50+')
  await expectNoViolation(page)

  // The one that failed is asked again, alone.
  world.services[3]?.server.always(world.services[3].answer)
  const before = world.services[0]?.server.requests.length
  await row('Arbitrum One').getByRole('button', { name: 'Try again: Arbitrum One' }).focus()
  await page.keyboard.press('Enter')
  await expect(row('Arbitrum One')).toContainText('Answered')
  expect(world.services[0]?.server.requests.length).toBe(before)

  // From row to row, and to the address there.
  await row('Ethereum').getByRole('link').focus()
  await page.keyboard.press('j')
  await expect(row('Base').getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row('Optimism').getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${app.origin}/s/${String(ids[2])}/address/${busiest}`)

  // From there back, by the palette.
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('all chains')
  await page.getByRole('option', { name: 'Show on all chains', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${app.origin}/everywhere/${busiest}`)
  // Answers are kept, and no source has to be asked for them.
  await expect(row('Base')).toContainText('Kept')
})

test('what is kept of all chains is one list in time, asked by chain', async ({ page, app, autoClose }) => {
  const { world } = await openTenChains(app, autoClose)
  const { busiest } = world
  await page.goto(appUrl(app, `/everywhere/${busiest}`))
  await page.getByRole('button', { name: 'Ask 10 sources' }).click()
  await expect(page.getByRole('status').filter({ hasText: '10 of 10 sources answered' })).toBeAttached()
  const asked = world.services.map(({ server }) => server.requests.length)

  await page.getByRole('link', { name: 'All movements' }).focus()
  await page.keyboard.press('Enter')
  const grid = page.getByRole('grid', { name: 'All movements' })
  await expect(grid.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByText('0 of 10 chains are kept whole', { exact: false })).toBeVisible()
  // Each chain of this world is an hour older than the one before: the newest rows are of the first.
  await expect(grid.getByRole('row').nth(1)).toContainText('Ethereum')
  await expectNoViolation(page)

  const field = page.getByRole('combobox', { name: 'Filter' })
  await field.focus()
  await page.keyboard.type('chain:ba')
  await expect(page.getByRole('option', { name: 'Base' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('chain:Base ')
  await expect(grid.getByRole('row').nth(1)).toContainText('Base')
  await expect(grid.getByText('Ethereum')).toHaveCount(0)
  await field.fill('chain:bse')
  await expect(page.getByRole('alert')).toContainText('None of your sources reads a chain “bse”.')
  await expect(page.locator('.filter-mirror mark')).toHaveText('chain:bse')
  // Nobody was asked for any of it.
  expect(world.services.map(({ server }) => server.requests.length)).toEqual(asked)
})

test('once it is agreed to, all are asked at once; the settings take it back', async ({
  page,
  app,
  autoClose,
}) => {
  const { world } = await openTenChains(app, autoClose)
  const settings = () => app.core.read('settings.changed', {})
  await page.goto(appUrl(app, `/everywhere/${world.busiest}`))
  await page.getByLabel('From now on ask at once').check()
  await page.getByRole('button', { name: 'Ask 10 sources' }).click()
  const answered = page.getByRole('status').filter({ hasText: '10 of 10 sources answered' })
  await expect(answered).toBeAttached()

  // Another address: nobody asks the person any more. Two are left out.
  await page.getByRole('button', { name: 'Sources', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Polygon' }).uncheck()
  await page.getByRole('checkbox', { name: 'Gnosis' }).uncheck()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await settings()).leftOutEverywhere).toHaveLength(2)
  await page.goto(appUrl(app, `/everywhere/${world.nobody}`))
  await expect(page.getByRole('status').filter({ hasText: '8 of 8 sources answered' })).toBeAttached()
  const left = world.services.filter(({ server }) =>
    server.requests.some(({ path }) => path.includes(world.nobody)),
  )
  expect(left).toHaveLength(8)

  await page.goto(appUrl(app, '/settings'))
  await page.getByRole('group', { name: 'An address on all chains' }).getByText('Ask me first').click()
  await expect.poll(async () => (await settings()).askEverywhere).toBe(false)
  await page.goto(appUrl(app, `/everywhere/${world.services[0] ? world.busiest : ''}`))
  await expect(page.getByRole('region', { name: 'Ask all sources' })).toBeVisible()
})

test('what is no address is said', async ({ page, app }) => {
  await page.goto(appUrl(app, '/everywhere/0x12'))
  await expect(page.getByRole('alert')).toContainText('This is “0x12”.')
})
