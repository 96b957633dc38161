/** Checking a URL that is typed in as a source: what is said about it. */
import { html, json } from '#platform/testing/behaviours.ts'
import { openHostileServer } from '#platform/testing/hostile-server.ts'
import { expect, appUrl, test } from '../../app.ts'
import { AddAnything } from '../../pages/add-anything.ts'
import { AppShell } from '../../pages/app-shell.ts'

for (const [what, response, says, asNode] of [
  ['a website', html(), /web page instead of data/, /web page instead of data/],
  ['another API', json({ jsonrpc: '2.0' }), /data that is not a list/, /takes no JSON-RPC/],
  ['one that wants a key', json({ error: 'Unauthorized' }, 401), /asks for a key/, /asks for a key/],
] as const) {
  test(`${what} typed in as a source is recognised`, async ({ page, app, autoClose }) => {
    const server = await autoClose(openHostileServer())
    server.always(response)
    await page.goto(appUrl(app, '/sources?add=1'))
    const add = new AddAnything(page)
    await add.field.fill(server.url)
    await expect(add.says('explorer')).toContainText(says)
    await expect(add.says('node')).toContainText(asNode)
    await expect(add.says('pro')).toContainText('Not Pro')
    await expect(add.button('Use now')).toHaveCount(0)
    await expect(add.button('Only add')).toHaveCount(0)
  })
}

test('text that is no URL, and a URL without a server, are refused', async ({ page, app }) => {
  await page.goto(appUrl(app, '/sources?add=1'))
  const add = new AddAnything(page)
  for (const [typed, says] of [
    ['not a url at all', /This is not a URL|request is not possible/],
    ['http://127.0.0.1:9', /can’t be reached/],
    ['javascript:alert(1)', /This is not a URL|request is not possible/],
  ] as const) {
    await add.field.fill(typed)
    await expect(add.says('explorer')).toContainText(says)
  }
})

test('a source that exists already is used, not added twice', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, '/sources?add=1'))
  const add = new AddAnything(page)
  await add.field.fill(sample.url)
  await expect(add.says('explorer')).toContainText('This is already one of your sources.')
  await add.use(sample.url, { as: 'explorer' })
  await expect(page).toHaveURL(`${app.origin}/s/${sample.source}`)
  await expect(shell.latest('Transfers').first()).toBeVisible()
})

test('a source that fails its test says so on its card', async ({ page, app, faulty }) => {
  await app.core.call('sources.edit', { id: faulty.source, changes: { name: 'Failing' } })
  faulty.respond(/api/, json('Internal server error', 500))
  await page.goto(appUrl(app, '/sources'))
  const card = page.getByRole('article').filter({ hasText: 'Failing' })
  await card.getByRole('button', { name: 'Settings of Failing' }).click()
  await page.getByRole('menuitem', { name: 'Test' }).click()
  await expect(card).toContainText(/reports an error/)
})
