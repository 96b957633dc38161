/** A case on paper: notes, statements, pictures of graphs in light colors, hashes in full; and what is missing is said. */
import type { Page } from '@playwright/test'
import { EXCHANGE, MULE, SECOND_MULE, theftChain, THIEF, VICTIM } from '#core/flow/testing/theft-chain.ts'
import { createService } from '../../../src/service/http/server.ts'
import { appUrl, expect, startApp, test } from '../../app.ts'
import { connectCore } from '../../core-client.ts'
import { suggestedAddress, sourceIdOf, startService } from '../../service.ts'

test.use({ colorScheme: 'dark' })

const paper = (page: Page) => page.locator('.case-paper')
const section = (page: Page, heading: string) =>
  paper(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 3, name: heading }) })

/** Shows the paper as the browser is about to print it. */
async function print(page: Page) {
  await page.evaluate(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'))
      document.title = 'printing'
    }
  })
  await page.getByRole('button', { name: 'Print' }).press('Enter')
  await expect(page).toHaveTitle('printing')
  await page.emulateMedia({ media: 'print' })
}

test('a report has notes, statements and graphs, with whole hashes, on white', async ({
  page,
  autoClose,
  makeFolder,
}) => {
  const theft = await autoClose(
    createService({ reader: theftChain({ hasCalls: true }), dialect: 'v12', log: () => undefined }),
  )
  const chain = await autoClose(startService({ transactions: 300 }))
  const whale = suggestedAddress(chain, 'Whale').address
  const app = await autoClose(startApp({ dataDir: makeFolder(), source: theft.url }))
  const core = await connectCore(app)
  const other = (await core.call('sources.add', { url: chain.url })).id
  await core.call('settings.change', { theme: 'dark' })
  const source = sourceIdOf(theft.url)
  const tabs = [
    { id: 'a', path: `/s/${other}/address/${whale}?tab=transactions`, title: 'Whale', isPinned: false },
    {
      id: 'b',
      path: `/s/${source}/flow?from=${THIEF}&steps=i8-${BigInt(THIEF).toString(36)}!.o8-.o8-`,
      title: 'Flow of the thief',
      isPinned: false,
    },
  ]
  const { id } = await core.call('cases.create', {
    name: 'The theft',
    workspace: {
      version: 1,
      panes: [{ id: 'p', tabs, active: 'a' }],
      layout: 'beside',
      ratio: 0.5,
      activePane: 'p',
    },
  })
  await core.call('notes.save', {
    case: id,
    note: {
      chain: source,
      about: MULE,
      text: 'Paid <b>out</b>\nin two days',
      path: `/s/${source}/address/${MULE}`,
    },
  })
  // The ledger as its own page has it.
  const asked = { source: other, address: whale, from: null, to: null }
  const proof = await core.call('ledger.proof', { source: other, address: whale })
  const { lines } = await core.call('ledger.statement', asked)
  core.close()

  await page.goto(appUrl(app, '/cases'))
  await page.getByRole('button', { name: 'Open The theft' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Case: The theft' })).toBeVisible()
  await page.getByRole('link', { name: 'Case: The theft' }).press('Enter')
  await expect(page.getByRole('article', { name: 'Open case: The theft' })).toContainText('Paid <b>out</b>')
  await print(page)
  await expect(paper(page)).toBeVisible()
  await expect(paper(page).getByText('Paid <b>out</b>')).toBeVisible()
  await expect(paper(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)')

  const statement = section(page, `Address ${whale}`)
  await expect(statement).toContainText(proof.state === 'adds_up' ? 'adds up' : 'differs')
  await expect(statement.getByRole('row')).toHaveCount(lines.length + 1)
  const plain = (await statement.getByRole('row').nth(1).textContent())?.replaceAll(',', '') ?? ''
  for (const amount of [lines[0]!.in, lines[0]!.out, lines[0]!.closing])
    expect(plain).toContain(String(Number(BigInt(amount) / 10n ** 18n)))
  expect(BigInt(lines[0]!.opening) + BigInt(lines[0]!.in) - BigInt(lines[0]!.out)).toBe(
    BigInt(lines[0]!.closing),
  )

  const flow = section(page, 'Flow of the thief')
  const picture = flow.getByRole('img', { name: `Flow of money from ${THIEF}` })
  await expect(picture).toBeVisible()
  // The corner of the picture: its ground, whatever the theme of the window.
  const ground = await picture.evaluate((image: HTMLImageElement) => {
    const context = document.createElement('canvas').getContext('2d')
    context?.drawImage(image, 0, 0)
    return [...(context?.getImageData(1, 1, 1, 1).data ?? [])]
  })
  expect(ground).toEqual([255, 255, 255, 255])
  for (const address of [VICTIM, THIEF, MULE, SECOND_MULE, EXCHANGE])
    await expect(flow.getByRole('cell').filter({ hasText: address }).first()).toBeVisible()
  await expect(flow.getByRole('row').filter({ hasText: VICTIM })).toContainText('100 COIN')
  // Nothing stands beyond the edge of the paper.
  expect(await paper(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
  if (process.env.CHAINGLASS_PICTURES !== undefined)
    await page.pdf({ path: `${process.env.CHAINGLASS_PICTURES}/case.pdf`, preferCSSPageSize: true })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(paper(page)).toHaveCount(0)
})
