import { expect, test } from 'vitest'
import type { StateChange } from '#shared/chain/transaction.ts'
import { groupStateChanges } from '../state-change-groups.ts'
import { stateChangesCsv } from './state-changes-csv.ts'

const COIN = { symbol: 'ETH', decimals: 18 }
const ADDRESS = `0x${'a'.repeat(40)}`
const TOKEN = `0x${'b'.repeat(40)}`
const address = { hash: ADDRESS, name: '=HYPERLINK("x")' }

test('one line per change: exact amounts, the full id, no formulas', async () => {
  const items = [
    {
      address,
      type: 'coin',
      balance_before: '1000000000000000001',
      balance_after: '1',
      change: '-1000000000000000000',
    },
    {
      address,
      type: 'token',
      token: { address_hash: TOKEN, name: 'Relics', symbol: 'REL', type: 'ERC-721', decimals: null },
      token_id: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
      balance_before: null,
      balance_after: null,
      change: '1',
    },
  ] as unknown as StateChange[]
  const csv = await stateChangesCsv({
    groups: groupStateChanges(items, COIN, {}),
    unread: [{ path: 'address', found: 'missing', expected: 'an object', raw: '{"change":"-1"}' }],
    nameOf: ({ name }) => name ?? undefined,
    hash: '0x12',
    time: '2026-01-02T03:04:05.000000Z',
    scope: { chainId: '1', partial: true, folded: 0, unmatched: 0 },
  }).text()
  const start = '0x12,2026-01-02T03:04:05.000Z'
  const id = '115792089237316195423570985008687907853269984665640564039457584007913129639935'
  expect(csv.split('\r\n')).toEqual([
    'Transaction,Time (UTC),Address,Address name,Asset,Unit,Token address,Token id,Before,After,Change,Before (raw),After (raw),Change (raw),Decimals,Chain,Chain id,Could not be read (JSON)',
    `${start},${ADDRESS},"'=HYPERLINK(""x"")",ETH,ETH,,,1.000000000000000001,0.000000000000000001,-1,1000000000000000001,1,-1000000000000000000,18,Ethereum,1,`,
    `${start},${ADDRESS},"'=HYPERLINK(""x"")",Relics,REL,${TOKEN},${id},,,1,,,1,0,Ethereum,1,`,
    `${start},,,,,,,,,,,,,,Ethereum,1,"{""change"":""\\u002d1""}"`,
    '"# 3 rows; partial: more rows of this list are not loaded"',
    '',
  ])
})
