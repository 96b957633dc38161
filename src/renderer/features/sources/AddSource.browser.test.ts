import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SourceCheck } from '#shared/rpc/contract/sources.ts'
import { fail } from '#shared/errors/errors.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import AddSource from './AddSource.vue'

const CHECK: SourceCheck = {
  ms: 41.6,
  limits: {},
  kind: 'instance',
  ownService: false,
  baseUrl: 'https://explorer.example',
  name: 'Example chain',
  chainId: '1',
  coin: { symbol: 'EXA', decimals: 18 },
  notes: [],
  landmarks: [],
  chains: [],
}
const url = () => page.getByRole('textbox', { name: /^The address of an explorer/ })
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function open(check: () => SourceCheck | ReturnType<typeof fail>) {
  const core = createScriptedCore()
  core.handle('sources.check', check)
  core.handle('sources.add', () => ({ id: 'new' }) as never)
  core.handle('sources.use', () => null as never)
  core.handle('nodes.detect', () => null)
  const mounted = await mountInApp(AddSource, { core, props: { host: '' } })
  await expect.element(url()).toHaveFocus()
  return mounted
}

test('a URL is checked, its result shown, and then added under the name that was typed', async () => {
  const { core, router } = await open(() => CHECK)
  await expect.element(button('Check')).toBeDisabled()
  await userEvent.fill(url(), ' explorer.example ')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('It answers in 42 ms · Ethereum · its coin is EXA')
  expect(core.inputsOf('sources.check')).toEqual([{ url: 'explorer.example' }])
  await userEvent.fill(page.getByLabelText('Name here'), 'My explorer')
  await userEvent.click(button('Add'))
  expect(core.inputsOf('sources.add')).toEqual([{ url: 'explorer.example', name: 'My explorer' }])
  // And is the one in use, which its first page shows.
  await expect.poll(() => core.inputsOf('sources.use')).toEqual([{ id: 'new' }])
  await expect.poll(() => router.currentRoute.value.fullPath).toBe('/s/new')
})

test('the URL of a node is that of a node, not of an explorer that was not found', async () => {
  const { core, router } = await open(() => fail({ code: 'not_found', host: '127.0.0.1:9545' }))
  core.handle('nodes.detect', () => ({
    rpcUrl: 'http://127.0.0.1:9545',
    chainId: '31337',
    client: 'anvil/v1.7.1',
  }))
  core.handle('nodes.add', () => ({ id: 'node' }) as never)
  await userEvent.fill(url(), 'http://127.0.0.1:9545')
  await userEvent.click(button('Check'))
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('anvil 1.7.1 answers at 127.0.0.1:9545, chain 31337')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await userEvent.click(button('Follow node'))
  await expect.poll(() => router.currentRoute.value.fullPath).toBe('/s/node')
  expect(core.inputsOf('nodes.add')).toEqual([{ rpcUrl: 'http://127.0.0.1:9545' }])
})

test('a failed check is shown, and goes away with the next key', async () => {
  await open(() => fail({ code: 'offline', host: 'explorer.example' }))
  await userEvent.fill(url(), 'explorer.example')
  await userEvent.click(button('Check'))
  await expect.element(page.getByRole('alert')).toMatchTextContent(/explorer\.example can’t be reached/)
  await userEvent.type(url(), '/x')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('unchecked, it is added with what was typed and nothing is requested', async () => {
  const { core } = await open(() => CHECK)
  await userEvent.fill(url(), 'explorer.example')
  await userEvent.click(button('Add without checking…'))
  await userEvent.fill(page.getByLabelText('Chain id'), '10')
  await userEvent.fill(page.getByLabelText('Coin'), 'OP')
  await userEvent.click(button('Add unchecked'))
  await expect
    .poll(() => core.inputsOf('sources.add'))
    .toEqual([
      { url: 'explorer.example', unchecked: true, chainId: '10', coin: { symbol: 'OP', decimals: 18 } },
    ])
  expect(core.inputsOf('sources.check')).toEqual([])
})
