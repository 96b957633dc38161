/** A chain's home page, a token with its transfers and instances, and one NFT. */
import { json, text } from '#platform/testing/behaviours.ts'
import { expect, appUrl, test } from '../../app.ts'
import { AppShell } from '../../pages/app-shell.ts'
import { suggestedAddress } from '../../service.ts'

type Json = Record<string, unknown>

test('a chain’s home page: suggested addresses, and the latest transfers with a filter by type', async ({
  page,
  app,
  sample,
  faulty,
}) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transfers')
  await page.goto(appUrl(app, `/s/${faulty.source}`))
  await expect(shell.title).toHaveText('Sample chain')
  await shell.button('Suggested addresses').click()
  const marks = page.getByRole('dialog', { name: 'Suggested addresses' }).getByRole('link')
  await expect(marks).toHaveCount(sample.suggestedAddresses.length)
  await page.keyboard.press('Escape')
  await page
    .getByRole('region', { name: 'Transfers', exact: true })
    .getByRole('link', { name: 'All: Transfers' })
    .click()
  await expect(grid.row(0)).toBeVisible()

  await shell.button('Type').click()
  await page.getByRole('menuitemcheckbox', { name: 'ERC-721' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\?tab=transfers&type=ERC-721$/)
  const standards = async () => {
    const at = await grid.columnOf('Standard')
    return grid.rows.evaluateAll(
      (rows, nth) => rows.map((row) => row.querySelector(`[data-column="${String(nth)}"]`)?.textContent),
      at,
    )
  }
  await expect.poll(async () => [...new Set(await standards())]).toEqual(['ERC-721'])
  await page.reload()
  await expect.poll(async () => [...new Set(await standards())]).toEqual(['ERC-721'])
  await shell.button('Suggested addresses').click()
  await marks.filter({ hasText: 'Whale' }).click()
  await expect(shell.title).toHaveText('leviathan.sample.eth')
})

test('a fungible token: its facts and transfers; no instances', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const { address } = suggestedAddress(sample, 'Sample Dollar')
  await page.goto(appUrl(app, `/s/${sample.source}/token/${address}`))
  await expect(shell.title).toHaveText('Sample Dollar')
  const main = page.getByRole('main')
  await expect(main.getByText('SUSD', { exact: true }).first()).toBeVisible()
  await expect(main.getByRole('term').filter({ hasText: 'Price' })).toBeVisible()
  await expect(main.getByRole('term').filter({ hasText: 'Supply' })).toBeVisible()
  await expect(main.getByRole('term').filter({ hasText: 'Holders' })).toBeVisible()
  await expect(shell.tab('Instances')).toHaveCount(0)
  const grid = shell.grid('Transfers')
  await expect(grid.row(0)).toBeVisible()
  const { items } = (await (await fetch(`${sample.url}/api/v2/tokens/${address}/transfers`)).json()) as {
    items: { transaction_hash: string }[]
  }
  for (const [index, { transaction_hash: hash }] of items.slice(0, 10).entries())
    await expect(await grid.cell(index, 'Transaction')).toHaveText(`${hash.slice(0, 6)}…${hash.slice(-4)}`)

  await shell.tab('Holders').click()
  await expect(page).toHaveURL(/\?tab=holders$/)
  const holders = shell.grid('Holders')
  await expect(holders.row(0)).toBeVisible()
  const path = `${sample.url}/api/v2/tokens/${address}`
  const { items: held } = (await (await fetch(`${path}/holders`)).json()) as {
    items: { address: { hash: string }; value: string }[]
  }
  const { total_supply: supply } = (await (await fetch(path)).json()) as { total_supply: string }
  for (const [index, { value }] of held.slice(0, 10).entries()) {
    const millionths = (BigInt(value) * 1_000_000n) / BigInt(supply)
    const share = `${String(millionths / 10_000n)}.${String(millionths % 10_000n).padStart(4, '0')}`
    const shown = millionths === 0n ? '< 0.0001 %' : `${share.replace(/\.?0+$/, '')} %`
    await expect(await holders.cell(index, 'Share of supply')).toHaveText(shown)
  }
  await main.getByRole('link', { name: 'View as address' }).click()
  await expect(page).toHaveURL(new RegExp(`/address/${address}$`))
})

test('a collection: instances as pictures and as rows, filtered by holder', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const { address } = suggestedAddress(sample, 'Sample Portraits')
  await page.goto(appUrl(app, `/s/${sample.source}/token/${address}?tab=instances`))
  const grid = shell.grid('Instances')
  const pictures = grid.root.getByRole('img')
  await expect(pictures.first()).toBeVisible()
  await shell.view('Rows')
  await expect(grid.row(0)).toBeVisible()
  await expect(await grid.cell(0, 'Id')).toContainText(/^#\d+/)
  await shell.view('Pictures')
  await expect(pictures.first()).toBeVisible()

  const { address: whale } = suggestedAddress(sample, 'Whale')
  const holder = page.getByRole('textbox', { name: 'Only those of one holder: an address' })
  await holder.fill('0x12')
  await expect(holder).toHaveAttribute('aria-invalid', 'true')
  await holder.fill(whale)
  await holder.press('Enter')
  await expect(page).toHaveURL(new RegExp(`holder_address_hash=${whale}`))
  const held = (await (
    await fetch(`${sample.url}/api/v2/tokens/${address}/instances?holder_address_hash=${whale}`)
  ).json()) as { items: Json[] }
  await expect(grid.root).toHaveAttribute('data-loaded', String(held.items.length))
})

test('an unknown token shows an error', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}/token/0x${'ab'.repeat(20)}`))
  await expect(shell.alert.first()).toContainText(/not found/i)
})

test('one NFT: its picture from the core, traits, owner and raw metadata', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const { address } = suggestedAddress(sample, 'Sample Portraits')
  await page.goto(appUrl(app, `/s/${sample.source}/token/${address}/instance/1`))
  const { metadata, owner } = (await (
    await fetch(`${sample.url}/api/v2/tokens/${address}/instances/1`)
  ).json()) as {
    metadata: { name: string; attributes: { trait_type: string; value: string }[] }
    owner: { hash: string }
  }
  await expect(shell.title).toHaveText(metadata.name)
  const picture = page.getByRole('main').getByRole('img', { name: metadata.name })
  await expect(picture).toBeVisible()
  await expect(picture).toHaveAttribute('src', /^(blob|data):/)
  // Visible before it is decoded: its box has a size of its own.
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  for (const { trait_type: trait, value } of metadata.attributes)
    await expect(
      page.getByRole('listitem').filter({ hasText: trait }).filter({ hasText: value }),
    ).toBeVisible()
  await expect(page.locator(`a[data-address="${owner.hash.toLowerCase()}"]`)).toBeVisible()
  const raw = page.getByLabel('Raw JSON of this metadata')
  await expect(raw).not.toBeEmpty()
  await expect.poll(async () => JSON.parse((await raw.textContent()) ?? '') as unknown).toEqual(metadata)
})

test('pictures that are missing, too large or scripted are not shown; a text says so', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const { address } = suggestedAddress(sample, 'Museum of Broken Pictures')
  await page.goto(appUrl(app, `/s/${sample.source}/token/${address}?tab=instances`))
  const grid = shell.grid('Instances')
  await expect(grid.root.getByText('Could not be loaded').first()).toBeVisible()
  await expect(grid.root.getByText('No media').first()).toBeVisible()
  await expect(page.locator('iframe, object, embed, svg script')).toHaveCount(0)
})

test.describe('images left out', () => {
  test.use({ settings: { images: false } })
  test('no picture is requested', async ({ page, app, sample, faulty }) => {
    const { address } = suggestedAddress(sample, 'Sample Portraits')
    const requested: string[] = []
    faulty.respond(/media/, (response, seen) => {
      requested.push(seen.path)
      return text('')(response, seen)
    })
    faulty.respond(
      /instances/,
      faulty.passThrough((body) => {
        Object.assign(body, JSON.parse(JSON.stringify(body).replaceAll(sample.url, faulty.url)))
      }),
    )
    await page.goto(appUrl(app, `/s/${faulty.source}/token/${address}?tab=instances`))
    await expect(page.getByText('Images are off').first()).toBeVisible()
    await page.goto(appUrl(app, `/s/${faulty.source}/token/${address}/instance/1`))
    await expect(page.getByText('Images are off')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Metadata' })).toBeVisible()
    expect(requested).toEqual([])
  })
})

test('a source without the details of an NFT shows an error', async ({ page, app, sample, faulty }) => {
  const shell = new AppShell(page)
  const { address } = suggestedAddress(sample, 'Sample Portraits')
  faulty.respond(/instances\/1$/, json({ message: 'Not found' }, 404))
  await page.goto(appUrl(app, `/s/${faulty.source}/token/${address}/instance/1`))
  await expect(shell.alert).toContainText('Not found')
  await expect(shell.title).toContainText('#1')
})
