/** Names that come with the build, and ABIs of one's own. */
import { appUrl, expect, test } from '../app.ts'

const ITEM = {
  kind: 'call',
  to: `0x${'ab'.repeat(20)}`,
  input: '0xe2bbb158' + '00'.repeat(63) + '07',
} as const

test('a call is named by the pack that comes with the build, and first of all by an ABI of one’s own', async ({
  app,
  page,
}) => {
  const decode = async () => {
    const { results } = await app.core.call('abi.decode', {
      source: 'sample',
      items: [ITEM],
      askSource: false,
    })
    return results[0]
  }
  expect(await decode()).toMatchObject({ name: 'deposit', origin: 'pack', isCertain: false })
  await page.goto(appUrl(app, '/settings'))
  await page.getByLabel('ABI files').setInputFiles({
    name: 'Farm.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      '[{"type":"function","name":"deposit","inputs":[{"name":"pool","type":"uint256"},{"name":"coins","type":"uint256"}]}]',
    ),
  })
  const list = page.getByRole('list', { name: 'Your ABIs' })
  await expect(list.getByText('Farm.json')).toBeVisible()
  expect(await decode()).toMatchObject({
    origin: 'own',
    from: 'Farm.json',
    arguments: [{ name: 'pool' }, { name: 'coins', value: '7' }],
  })
  await list.getByRole('button', { name: 'Remove Farm.json' }).click()
  await expect(list).toBeHidden()
  expect(await decode()).toMatchObject({ origin: 'pack' })
})
