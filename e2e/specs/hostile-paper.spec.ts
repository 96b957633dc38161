/** Hostile names and notes on paper: no markup, no script, nothing asked of a network, and no line that is not ours. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { SAMPLE_CHAIN_ID } from '../../src/shared/chains.ts'
import { hostileResponse } from '../hostile-response.ts'
import { appUrl, CLI, expect, NODE, test } from '../app.ts'
import { connectCore } from '../core-client.ts'
import { AppShell } from '../pages/app-shell.ts'
import { suggestedAddress } from '../service.ts'

/** A name and a note that try to run a script, to ask a server, and to add a line to a statement. */
const NAME = 'USDC\nClosing balance 1,000 COIN\r\n<img src=x onerror="window.ran = 1">\u202e\0'
const NOTE = [
  NAME,
  '<img src="https://evil.example/x.png" onerror="window.ran = 1">\ud800',
  '<script>window.ran = 1</script><style>body { display: none }</style>',
  '</p></section><h2>Statements</h2><tr><td>Closing balance</td><td>1,000,000</td></tr>',
].join('\n')

const UNSEEN = /[\0\r\u202a-\u202e\u2066-\u2069\ufffe\uffff]/

/** Gives the paper as it is about to be printed, and whoever is asked meanwhile. */
async function print(page: Page, press: () => Promise<void>): Promise<readonly string[]> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.evaluate(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'))
      document.documentElement.dataset.printing = ''
    }
  })
  await press()
  await expect(page.locator('html[data-printing]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  return asked
}

test.use({ settings: { foldScam: false } })

async function expectHarmless(page: Page, paper: Locator, asked: readonly string[]) {
  await expect(paper).toBeVisible()
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  const { text, ...made } = await paper.evaluate((one) => ({
    active: one.querySelectorAll(
      'script, style, iframe, object, a[href], [onerror], [onload], [style*="url"]',
    ).length,
    pictures: [...one.querySelectorAll('img')].filter(({ src }) => !/^(?:blob|data):/.test(src)).length,
    text: one.textContent,
  }))
  expect(made).toEqual({ active: 0, pictures: 0 })
  expect(text).not.toMatch(UNSEEN)
  // Each row has as many cells as its head: no name has made one.
  const uneven = await paper.locator('table').evaluateAll((tables) =>
    tables.flatMap((table) => {
      const [head, ...rows] = [...table.querySelectorAll('tr')].map((row) =>
        [...row.children].reduce((sum, cell) => sum + (cell as HTMLTableCellElement).colSpan, 0),
      )
      return rows.filter((cells) => cells !== head)
    }),
  )
  expect(uneven).toEqual([])
  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(file).toMatch(/^%PDF-/)
  // Compressed parts may have any bytes.
  const pdf = file.replaceAll(/\bstream\r?\n[^]*?\bendstream\b/g, '')
  expect(pdf).not.toMatch(/\/(?:JavaScript|JS|Launch|SubmitForm|EmbeddedFile)\b|evil\.example/)
  const { origin } = new URL(page.url())
  expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith('blob:'))).toEqual([])
}

test('a list on paper', async ({ page, app, faulty }) => {
  faulty.respond(
    /^\/api\/v2\/(?!chainglass)/,
    faulty.passThrough((body) => {
      Object.assign(body, hostileResponse(body))
    }),
  )
  const { address } = suggestedAddress(faulty, 'Harbour Exchange')
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${address}?tab=transactions`))
  const grid = new AppShell(page).grid('Transactions')
  await expect(grid.row(3)).toBeVisible()
  const paper = page.locator('table.print-rows')
  // Printing is loaded after the first rows.
  const asked = await print(page, () =>
    expect(async () => {
      await page.evaluate(() => window.print())
      expect(await paper.locator('tbody tr').count()).toBeGreaterThan(40)
    }).toPass(),
  )
  await expectHarmless(page, paper, asked)
})

test('a statement on paper, and by the command line', async ({ page, app, faulty, makeFolder }) => {
  const name = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(name)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value).map(([key, member]) => [
              key,
              /^(?:name|symbol)$/.test(key) && typeof member === 'string' ? NAME : name(member),
            ]),
          )
        : value
  faulty.respond(
    /^\/api\/v2\/addresses/,
    faulty.passThrough((body) => {
      Object.assign(body, name(body))
    }),
  )
  const { address } = suggestedAddress(faulty, 'Whale')
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${address}?tab=ledger&spam=counted`))
  await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled()
  const asked = await print(page, () => page.keyboard.press('ControlOrMeta+p'))
  const paper = page.getByRole('article')
  await expect(paper).toContainText('USDC Closing balance 1,000 COIN <img src=x')
  const [, count = ''] = /([\d,]+) movements/.exec(await paper.innerText()) ?? []
  await expect(paper.getByRole('table').nth(1).locator('tbody')).toHaveCount(
    Number(count.replaceAll(',', '')),
  )
  await expectHarmless(page, paper, asked)

  const args = ['statement', address, '--source', faulty.url, '--data-dir', makeFolder()]
  const { stdout } = await promisify(execFile)(NODE, [CLI, ...args])
  expect(stdout).toMatch(/^USDC.Closing balance 1,000 COIN.<img src=x/m)
  expect(stdout).not.toMatch(UNSEEN)
})

test('the notes and labels of a case, in the window, on paper and in its file @loopback', async ({
  page,
  app,
  sample,
}) => {
  const { address } = suggestedAddress(sample, 'Whale')
  const core = await connectCore(app)
  await core.call('watchlist.save', { address, chainId: null, label: NAME, note: NOTE })
  const path = `/s/${sample.source}/address/${address}`
  const { id } = await core.call('cases.create', {
    name: NAME,
    workspace: {
      version: 1,
      panes: [{ id: 'p', tabs: [{ id: 't', path, title: NAME, isPinned: false }], active: 't' }],
      layout: 'beside',
      ratio: 0.5,
      activePane: 'p',
    },
  })
  const note = { chain: SAMPLE_CHAIN_ID, about: address.toLowerCase(), path }
  await core.call('notes.save', { case: id, note: { ...note, text: NOTE } })
  await expect(
    core.call('notes.save', { case: id, note: { ...note, text: 'x'.repeat(1_000_000) } }),
  ).rejects.toThrow()
  core.close()

  await page.goto(appUrl(app, '/cases'))
  await page.getByRole('button', { name: /^Open USDC/ }).press('Enter')
  await expect(page.getByRole('link', { name: /^Case:/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Note about this address/ })).toBeVisible()
  await page.getByRole('link', { name: /^Case:/ }).press('Enter')
  await expect(page.getByRole('article')).toContainText('<script>window.ran = 1</script>')
  const asked = await print(page, () => page.getByRole('button', { name: 'Print' }).press('Enter'))
  await expectHarmless(page, page.locator('.case-paper'), asked)

  await page.emulateMedia({ media: null })
  await page.getByRole('button', { name: 'Save as file' }).press('Enter')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  const saved = await download
  expect(saved.suggestedFilename()).not.toMatch(/[<>:"/\\|?*\p{Cc}]/u)
  const lines = readFileSync(await saved.path(), 'utf8')
    .trimEnd()
    .split('\n')
  for (const line of lines) expect(JSON.stringify(JSON.parse(line))).not.toMatch(/\\u0000|\\ud800|\u202e/)
  expect(lines.filter((line) => line.includes('evil.example'))).toHaveLength(1)
})
