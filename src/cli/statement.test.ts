/** Tests `statement` with lists that do not add up, and with incomplete lists. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import {
  hashOf,
  holdingOf,
  testChain,
  OTHER,
  OWN,
  tokenOf,
  transactionOf,
  transferOf,
  type TestLists,
} from '#core/ledger/testing/test-chain.ts'
import { createService, type Service } from '#service/http/server.ts'
import { runCommand } from './testing/run-command.ts'

let service: Service
let dataDir: string
afterEach(async () => {
  await service.close()
  rmSync(dataDir, { recursive: true })
})
const ether = (count: number) => `${String(count)}${'0'.repeat(18)}`
const received = (block: number, count: number) =>
  transactionOf(block, { from: { hash: OTHER }, to: { hash: OWN }, value: ether(count) })

async function statement(made: TestLists, command = 'statement', ...more: string[]) {
  dataDir = mkdtempSync(join(tmpdir(), 'chainglass-statement-'))
  service = await createService({ reader: testChain(() => made) })
  const source = ['--source', service.url, '--data-dir', dataDir]
  const { code, stdout, stderr } = await runCommand([command, OWN, ...source, ...more])
  return { code, stdout, notes: stderr.split('\n').filter((line) => line !== '') }
}

it('names where it does not add up', async () => {
  const balance = (block: number, count: number, transaction: string | null = null) => ({
    block_number: block,
    block_timestamp: new Date(block * 1_000).toISOString(),
    value: ether(count),
    delta: ether(count),
    transaction_hash: transaction,
  })
  const { code, notes } = await statement({
    coin: ether(62),
    lists: {
      'address-transactions': [received(1, 50), received(4, 5)],
      'address-coin-balances': [balance(1, 50), balance(3, 57, hashOf(3)), balance(4, 62)],
    },
  })
  expect(code).toBe(0)
  const said = ['1 of 1 assets differ: 2 movements, block 4.', `COIN: 7 in transaction ${hashOf(3)}, block 3`]
  expect(notes).toEqual(said)
  const ledger = await runCommand(['ledger', OWN, '--source', service.url, '--data-dir', dataDir])
  expect(ledger.stderr.trimEnd().split('\n')).toEqual(said)
})

it('as CSV amounts are plain numbers, times are ISO 8601, and an asset has its id', async () => {
  const token = tokenOf(7, { decimals: '6' })
  const lists = {
    'address-transactions': [received(1, 1_234)],
    'address-token-transfers': [transferOf(2, token, '1234500000')],
    'address-tokens': [holdingOf(token, '1234500000')],
  }
  const { stdout } = await statement({ coin: ether(1_234), lists }, 'statement', '--csv')
  expect(stdout.split('\r\n')).toEqual([
    'asset_id,token_address,token_id,asset,decimals,opening,in,out_with_fees,fees_in_it,closing,movements,proof,difference',
    'coin,,,COIN,18,0,1234,0,0,1234,1,adds_up,0',
    `${hashOf(7, 40)},${hashOf(7, 40)},,TOK,6,0,1234.5,0,0,1234.5,1,adds_up,0`,
    '',
  ])
  const ledger = await runCommand(['ledger', OWN, '--source', service.url, '--data-dir', dataDir, '--csv'])
  expect(ledger.stdout.split('\r\n')).toEqual([
    'block,time,kind,amount,asset_id,token_address,token_id,asset,decimals,counterparty,transaction',
    `2,2025-01-01T00:00:24.000Z,transfer,1234.5,${hashOf(7, 40)},${hashOf(7, 40)},,TOK,6,${OTHER},${hashOf(2)}`,
    `1,2025-01-01T00:00:12.000Z,value,1234,coin,,,COIN,18,${OTHER},${hashOf(1)}`,
    '',
  ])
})

it('of lists that are not whole it is not possible, which is another thing than not understood', async () => {
  const { code, stdout, notes } = await statement({
    coin: '0',
    lists: { 'address-transactions': [3, 1, 2].map((block) => received(block, 1)) },
  })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(notes).toEqual([
    expect.stringMatching(
      /^Not whole on this machine: address-transactions\. Add the source .*chainglass keep ADDRESS/,
    ),
  ])
})

it('heads and help say that what goes out has the fees in it', async () => {
  const lists = { 'address-transactions': [received(1, 5)] }
  const { stdout } = await statement({ coin: ether(5), lists })
  expect(stdout.split('\n')[0]).toMatch(/in +out with fees +fees in it +closing/)
  const { stdout: help } = await runCommand(['--help'])
  expect(help.replaceAll(/\s+/g, ' ')).toContain('out (fees included), the fees in it')
})
