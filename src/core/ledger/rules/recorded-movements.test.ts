/** Recorded transactions and withdrawals of real instances, with movements counted by hand. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readPageBody } from '#core/api-client/read/read-page.ts'
import type { TokenTransfer } from '#shared/chain/token.ts'
import { paidFee } from '#shared/chain/transaction-fee.ts'
import { coinFactsOf } from '#shared/coin-facts.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { LISTS, type ListId, type ListItem } from '#shared/lists/list-table.ts'
import { createBlockReader } from '../collect-rows.ts'

const FOLDER = new URL('../../../../../shared/fixtures/recorded/', import.meta.url)
const isPresent = existsSync(FOLDER)

/** The recording whose name has this ending, as a page of a list. */
function readRecorded<Id extends ListId>(folder: string, ending: string, list: Id): readonly ListItem<Id>[] {
  const name = readdirSync(new URL(`${folder}/`, FOLDER)).find((one) => one.endsWith(`${ending}.json`))
  const text = readFileSync(new URL(`${folder}/${name ?? ''}`, FOLDER), 'utf8')
  const body = ending.endsWith('.page') ? text : `{"items":[${text}],"next_page_params":null}`
  return readPageBody(body, { list, counted: new Map(), host: 'recorded' }).items as ListItem<Id>[]
}

interface Row {
  readonly list: 'address-transactions' | 'address-token-transfers' | 'address-withdrawals'
  readonly item: object
}

function movementsOf(address: string, rows: readonly Row[], chainId?: string) {
  const assets = new Map<string, LedgerAsset>()
  const readBlock = createBlockReader(
    { address: address.toLowerCase(), coin: coinFactsOf(chainId) },
    {
      seen: (asset) => assets.set(asset.id, asset),
      hidden: () => undefined,
    },
  )
  const { movements } = readBlock(
    rows.map(({ list, item }) => ({ list, item, key: LISTS[list].identity(item as never) })),
  )
  return movements.map(
    ({ rule, asset, amount }) => `${rule} ${assets.get(asset)?.token?.symbol ?? asset} ${String(amount)}`,
  )
}

function ofTransaction(name: string, address: string) {
  const [item] = readRecorded('transaction-detail', name, 'address-transactions')
  const transfers = (item?.token_transfers ?? []) as readonly TokenTransfer[]
  return movementsOf(address, [
    { list: 'address-transactions', item: item! },
    ...transfers.map((transfer) => ({ list: 'address-token-transfers' as const, item: transfer })),
  ])
}

describe.skipIf(!isPresent)('recorded rows (skipped where ../shared/fixtures/recorded is absent)', () => {
  test('one that left a pool on Optimism: a token burnt, two that came for it, and the fee', () => {
    expect(ofTransaction('2026-01-14_81351bf9', '0x78C13393Aee675DD7ED07ce992210750D1F5dB88')).toEqual([
      'fee coin -24369543627752',
      'transfer vAMMV2-WETH/OP -86313645974870917',
      'transfer WETH 2487103206849621',
      'transfer OP 2995474411210852897',
    ])
  })

  test('coins for another token on Optimism: 0.01 out, one token in, the fee', () => {
    expect(ofTransaction('2026-01-14_8d65dc5a', '0x78C13393Aee675DD7ED07ce992210750D1F5dB88')).toEqual([
      'fee coin -44146364876824',
      'value coin -10000000000000000',
      'transfer OP 11895061655417592619',
    ])
  })

  test('an NFT bought on Base: coins out, one minted, the fee', () => {
    expect(ofTransaction('2026-01-06_20280b43', '0xc37b40ABdB939635068d3c5f13E7faF686F03B65')).toEqual([
      'fee coin -1963384627852',
      'value coin -999772475572800',
      'mint BASENAME 1',
    ])
  })

  test('a deposit from the layer below Base: made at its sender, and carried on to its receiver', () => {
    const name = '2026-07-23_79f10d43'
    expect(ofTransaction(name, '0x4B34F943181408eac424116Af7b7790C94cba8B6')).toEqual([
      'deposit coin 8950285956308752000',
      'value coin -8950285956308752000',
    ])
    expect(ofTransaction(name, '0x22732C901C0C46128b418AE30b7b53FB95D18B38')).toEqual([
      'value coin 8950285956308752000',
    ])
  })

  test('an old one of Base that does not say its fee: 572,029 gas at 100,274 wei, and 764,652,959,209,376', () => {
    expect(ofTransaction('2026-03-16_1dadb993', '0xA01f6D0985389a8E106D3158A9441aC21EAC8D8c')).toEqual([
      'fee coin -764710318845322',
      'transfer TYBG -2043495674885273676574334',
    ])
  })

  test('the fee of each is what the recording says, on Optimism, Base and Scroll', () => {
    const seen = new Map<string, number>()
    for (const name of readdirSync(new URL('transaction-detail/', FOLDER))) {
      const [, chain] = /_(optimism|base|scroll)_/.exec(name) ?? []
      if (chain === undefined) continue
      const [item] = readRecorded(
        'transaction-detail',
        name.slice(0, -'.json'.length),
        'address-transactions',
      )
      const said = item?.fee?.value
      if (!item?.from || said == null) continue
      const movements = movementsOf(item.from.hash, [{ list: 'address-transactions', item }])
      const fees = movements.filter((one) => one.startsWith('fee'))
      expect([name, ...fees]).toEqual([name, ...(said === '0' ? [] : [`fee coin -${said}`])])
      // The fee computed from its parts is the same.
      expect([name, paidFee({ ...item, fee: null })?.amount]).toEqual([name, said])
      seen.set(chain, (seen.get(chain) ?? 0) + 1)
    }
    expect(Object.fromEntries(seen)).toEqual({
      optimism: expect.any(Number),
      base: expect.any(Number),
      scroll: 1,
    })
    expect([...seen.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(50)
  })

  test('withdrawals of validators: three of one block, in wei', () => {
    const items = readRecorded('address-withdrawals', 'pro_2026-04-03_E12799_p1.page', 'address-withdrawals')
    const movements = movementsOf(
      '0xE12799BC799fc024db69E118fD2A6eA293DBFF7d',
      items.map((item) => ({ list: 'address-withdrawals' as const, item })),
    )
    expect(movements).toHaveLength(items.length)
    expect(movements.slice(-3)).toEqual([
      'withdrawal coin 16007610000000000',
      'withdrawal coin 16021051000000000',
      'withdrawal coin 16043262000000000',
    ])
  })
})
