import { expect, test } from 'vitest'
import type { Operation, OperationsReport } from '#shared/rpc/contract/operations.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import OperationsView from './OperationsView.vue'

const [ACCOUNT, BUNDLER, TILL, CODE] = ['a', 'b', 'c', 'd'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
  string,
]
const HASH = `0x${'12'.repeat(32)}`
const NAMED = { signature: 'pay(uint256 amount)', origin: 'verified', from: 'Till', isCertain: true } as const
const OPERATION: Operation = {
  ...{ hash: HASH, entryPoint: CODE, version: '0.7', sender: ACCOUNT, nonce: '7', bundler: BUNDLER },
  ...{ paymaster: null, factory: null, gasCost: '1000000000000000001', gasUsed: '90000' },
  ...{ failure: null, called: null, selector: '0xb61d27f6', callsLeft: 0 },
  state: 'succeeded',
  calls: [
    { to: TILL, contract: 'Till', value: '0', called: { ...NAMED, name: 'pay' }, selector: '0x12345678' },
  ],
}
const REPORT: OperationsReport = {
  operations: [
    OPERATION,
    {
      ...{ ...OPERATION, nonce: '8', version: null, calls: [] },
      state: 'failed',
      failure: { kind: 'call', text: 'NotEnough(asked: 9)', data: '0x52d826c5' },
    },
  ],
  ...{ left: 3, logs: 'whole', trace: 'absent', authorizationsLeft: 0 },
  authorizations: [
    {
      ...{ authority: ACCOUNT, delegate: CODE, delegateName: 'SmartAccount', chainId: '0', nonce: '1' },
      state: 'skipped',
      because: 'nonce',
    },
  ],
}

async function mount(report: OperationsReport) {
  const core = createScriptedCore()
  core.handle('operations.read', () => report)
  const { wrapper } = await mountInApp(OperationsView, { core, props: { source: 'sample', hash: HASH } })
  const rows = () => wrapper.findAll('li').map((row) => row.text())
  return { wrapper, rows }
}

test('says of each operation what its account called and what came of it', async () => {
  const { wrapper, rows } = await mount(REPORT)
  await expect.poll(() => rows().length).toBe(3)
  expect(rows()[0]).toMatch(/succeeded.*Till.*pay.*Nonce.*7/s)
  expect(rows()[1]).toMatch(/failed.*Its call failed.*NotEnough\(asked: 9\).*not one of the standard/s)
  expect(wrapper.text()).toContain('3 more are not shown.')
})

test('says who delegates to which code, and why that took no effect', async () => {
  const { rows } = await mount(REPORT)
  await expect.poll(() => rows().length).toBe(3)
  expect(rows()[2]).toMatch(
    /no effect.*delegates to.*SmartAccount.*the account had another nonce.*any chain/s,
  )
})

test('says that a delegation ends, and does not say so where the source names no code', async () => {
  const authorizations = [`0x${'0'.repeat(40)}`, null].flatMap((delegate) =>
    (REPORT.authorizations ?? []).map((one) => ({ ...one, delegate, delegateName: null })),
  )
  const { rows } = await mount({ ...REPORT, operations: [], authorizations })
  await expect.poll(() => rows().length).toBe(2)
  expect(rows()[0]).toMatch(/ends its delegation/)
  expect(rows()[1]).toMatch(/delegates to.*not known/s)
})

test('says that a source does not give authorizations', async () => {
  const { wrapper } = await mount({ ...REPORT, operations: [], left: 0, authorizations: null })
  await expect
    .poll(() => wrapper.text())
    .toContain('This source does not give the authorizations of a transaction.')
})

test('says that a bundle which a contract made up and that was undone would be in no log', async () => {
  const { wrapper } = await mount({ ...REPORT, trace: 'logged' })
  await expect.poll(() => wrapper.text()).toContain('made up and that were undone would be in no log.')
  expect(wrapper.text()).not.toContain('only what was logged is known')
})
