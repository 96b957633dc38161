import { expect, test } from 'vitest'
import type { StateChange } from '#shared/chain/transaction.ts'
import { groupStateChanges } from './state-change-groups.ts'
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
  const csv = await stateChangesCsv(
    groupStateChanges(items, COIN, {}),
    ({ name }) => name ?? undefined,
  ).text()
  expect(csv.split('\r\n')).toEqual([
    'Address,Name,Asset,Token,Id,Before,After,Change',
    `${ADDRESS},"'=HYPERLINK(""x"")",ETH,,,1.000000000000000001,0.000000000000000001,-1`,
    `${ADDRESS},"'=HYPERLINK(""x"")",Relics,${TOKEN},115792089237316195423570985008687907853269984665640564039457584007913129639935,,,1`,
    '',
  ])
})
