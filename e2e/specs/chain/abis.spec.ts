/** Names that come with the build, ABIs of one's own, and types from the code of a contract. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { json } from '#platform/testing/behaviours.ts'
import {
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  toFunctionSelector,
  type Abi,
  type Hex,
} from 'viem'
import { appUrl, expect, test } from '../../app.ts'

const ARTIFACT = fileURLToPath(
  import.meta.resolve('@openzeppelin/contracts/build/contracts/AccessManager.json'),
)
const ITEM = {
  kind: 'call',
  to: `0x${'ab'.repeat(20)}`,
  input: '0xe2bbb158' + '00'.repeat(63) + '07',
} as const

interface Artifact {
  readonly abi: Abi
  readonly bytecode: Hex
  readonly deployedBytecode: Hex
}

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
  await expect.poll(decode).toMatchObject({ name: 'deposit', origin: 'pack', isCertain: false })
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
  await expect.poll(decode).toMatchObject({
    origin: 'own',
    from: 'Farm.json',
    arguments: [{ name: 'pool' }, { name: 'coins', value: '7' }],
  })
  await list.getByRole('button', { name: 'Remove Farm.json' }).click()
  await expect(list).toBeHidden()
  await expect.poll(decode).toMatchObject({ origin: 'pack' })
})

test('a call that nobody names has the types that the code of its contract tells', async ({
  page,
  app,
  faulty,
}) => {
  const { abi, deployedBytecode } = JSON.parse(readFileSync(ARTIFACT, 'utf8')) as {
    abi: Abi
    deployedBytecode: string
  }
  const selector = '0x08d6122d'
  const [item] = abi.filter((one) => one.type === 'function' && toFunctionSelector(one) === selector)
  const input = encodeFunctionData({ abi: [item!], args: [ITEM.to, ['0x12345678'], 7n] })
  const hash = `0x${'12'.repeat(32)}`
  // By another selector, which no list of signatures has.
  const renamed = (text: string) => text.replace(selector.slice(2), '08d6122e')
  faulty.respond(
    new RegExp(`/transactions/${hash}$`),
    json({
      hash,
      status: 'ok',
      result: 'success',
      value: '0',
      from: { hash: faulty.busiest },
      to: { hash: ITEM.to, is_contract: true },
      raw_input: renamed(input),
      method: '0x08d6122e',
      block_number: 7,
      timestamp: '2026-01-01T00:00:00.000000Z',
    }),
  )
  faulty.respond(
    new RegExp(`/smart-contracts/${ITEM.to}$`),
    json({ deployed_bytecode: renamed(deployedBytecode) }),
  )
  await page.goto(appUrl(app, `/s/${faulty.source}/tx/${hash}?tab=input`))
  const decoded = page.getByRole('region', { name: 'Decoded' })
  const name = decoded.locator('[data-origin=bytecode]')
  await expect(name.locator('bdi')).toHaveText('0x08d6122e(address, uint256[], uint64)')
  await expect(name).toHaveAttribute('title', /Types found in the contract’s code; the name is not known$/)
  await expect(decoded.getByRole('definition').filter({ hasText: /^7$/ })).toBeVisible()
})

test('an ABI added at a creation tells the arguments of its constructor, in its input and among the calls', async ({
  page,
  app,
  faulty,
}) => {
  const artifact = readFileSync(ARTIFACT, 'utf8')
  const { abi, bytecode, deployedBytecode } = JSON.parse(artifact) as Artifact
  const admin = getAddress(`0x${'cd'.repeat(20)}`)
  const input = encodeDeployData({ abi, bytecode, args: [admin] })
  const hash = `0x${'13'.repeat(32)}`
  faulty.respond(
    new RegExp(`/transactions/${hash}$`),
    json({
      hash,
      status: 'ok',
      result: 'success',
      value: '0',
      from: { hash: faulty.busiest },
      to: null,
      created_contract: { hash: ITEM.to, is_contract: true },
      raw_input: input,
      block_number: 7,
      timestamp: '2026-01-01T00:00:00.000000Z',
    }),
  )
  faulty.respond(
    new RegExp(`/transactions/${hash}/raw-trace$`),
    json([
      {
        type: 'create',
        action: { from: faulty.busiest, gas: '0x64', init: input, value: '0x0' },
        result: { address: ITEM.to, code: deployedBytecode, gasUsed: '0x0a' },
        traceAddress: [],
        logs: [],
      },
    ]),
  )
  faulty.respond(new RegExp(`/smart-contracts/${ITEM.to}$`), json({ deployed_bytecode: deployedBytecode }))
  await page.goto(appUrl(app, `/s/${faulty.source}/tx/${hash}?tab=input`))
  await page.getByRole('button', { name: 'Add an ABI' }).click()
  await page
    .getByLabel('ABI file')
    .setInputFiles({ name: 'Manager.json', mimeType: 'application/json', buffer: Buffer.from(artifact) })
  await page.getByRole('button', { name: 'Keep for this contract' }).click()
  const decoded = page.getByRole('region', { name: 'Decoded' })
  await expect(decoded.locator('[data-origin=own] bdi')).toHaveText('constructor')
  await expect(decoded).toContainText('From your own ABI Manager.json')
  await expect(decoded.getByRole('term')).toContainText('initialAdmin')
  await expect(decoded.getByRole('link')).toHaveAttribute('href', new RegExp(admin, 'i'))
  await page.getByRole('tab', { name: 'Calls' }).click()
  const tree = page.getByRole('tree', { name: 'Calls' })
  await expect(tree.getByRole('treeitem')).toContainText('constructor')
  await tree.press('Enter')
  const details = page.getByRole('complementary', { name: 'Call details' })
  await expect(details.getByRole('heading', { name: /^Arguments of the constructor/ })).toBeVisible()
  await expect(details.getByRole('term').filter({ hasText: 'initialAdmin' })).toBeVisible()
})

test('a list of signatures and a folder of artifacts name calls, until they are removed', async ({
  page,
  app,
  makeFolder,
}) => {
  const folder = join(makeFolder(), 'artifacts')
  mkdirSync(join(folder, 'contracts', 'Farm.sol'), { recursive: true })
  writeFileSync(
    join(folder, 'contracts', 'Farm.sol', 'Farm.json'),
    '{"abi":[{"type":"function","name":"frobnicateAll","inputs":[{"name":"pool","type":"uint256"}]}]}',
  )
  writeFileSync(join(folder, 'contracts', 'Farm.sol', 'broken.json'), '{')
  // A circle of links.
  symlinkSync(folder, join(folder, 'contracts', 'again'))
  const selector = toFunctionSelector('frobnicateAll(uint256)')
  const decode = async () => {
    const { results } = await app.core.call('abi.decode', {
      source: 'sample',
      items: [{ kind: 'call', to: ITEM.to, input: selector + '00'.repeat(32) }],
      askSource: false,
    })
    return results[0]
  }
  await expect.poll(decode).toBeNull()
  await page.goto(appUrl(app, '/settings'))
  await page.getByLabel('Signature list', { exact: true }).setInputFiles({
    name: 'signatures.parquet',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(
      parquetWriteBuffer({ columnData: [{ name: 'signature', data: ['frobnicateAll(uint256)', 'f()'] }] }),
    ),
  })
  const lists = page.getByRole('list', { name: 'Signature lists' })
  await expect(lists.getByText('2 signatures')).toBeVisible()
  await expect
    .poll(decode)
    .toMatchObject({ name: 'frobnicateAll', origin: 'pack', from: 'signatures.parquet' })
  await page.getByLabel('Folder of ABIs').setInputFiles(folder)
  const found = page.getByRole('group', { name: 'What is in the folder' })
  await expect(found).toContainText('artifacts: 1 function from 1 file.')
  await expect(found).toContainText('1 file is left out')
  await found.getByRole('button', { name: 'Keep' }).click()
  const abis = page.getByRole('list', { name: 'Your ABIs' })
  await expect(abis.getByText('artifacts')).toBeVisible()
  await expect.poll(decode).toMatchObject({ origin: 'own', arguments: [{ name: 'pool' }] })
  await abis.getByRole('button', { name: 'Remove artifacts' }).click()
  await lists.getByRole('button', { name: 'Remove signatures.parquet' }).click()
  await expect(lists).toBeHidden()
  await expect(abis).toBeHidden()
  await expect.poll(decode).toBeNull()
})
