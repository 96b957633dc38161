/** Several transactions of one block change tokens without events: what each of them did, by tracing them. */
import { getContractAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import type { Anvil } from './testing/anvil.ts'
import { hashOf, lower } from './testing/compare/list-rows.ts'
import { NodeTruth } from './testing/compare/node-data.ts'
import { readAll } from './testing/compare/read-all.ts'
import { indexed, testAnvil, testFolder, testFollow } from './testing/fixtures.ts'
import { callData, deployData } from './testing/workload.ts'

interface Sent {
  readonly from: Hex
  readonly to: Hex
  readonly data: Hex
  readonly value: Hex
}

async function prepare(anvil: Anvil) {
  const [one = '0x', two = '0x', three = '0x'] = await anvil.request<Hex[]>('eth_accounts')
  await anvil.request('evm_setAutomine', [false])
  const at: Record<string, Hex> = {}
  for (const [nonce, name] of ['Rebasing', 'FeeOnTransfer', 'SilentMove', 'Wrapped'].entries()) {
    at[name] = lower(getContractAddress({ from: one, nonce: BigInt(nonce) })) as Hex
    const args = name === 'FeeOnTransfer' ? [three] : []
    await anvil.request('eth_sendTransaction', [{ from: one, data: deployData(name, args), gas: '0x4c4b40' }])
  }
  await anvil.request('evm_mine')
  const call = (name: string, method: string, args: readonly unknown[] = [], value = 0): Sent => ({
    from: one,
    to: at[name] ?? '0x',
    data: callData(name, method, args),
    value: `0x${value.toString(16)}`,
  })
  const calls = [
    call('Rebasing', 'mint', [one, 1_000n]),
    call('Rebasing', 'transfer', [two, 100n]),
    call('Rebasing', 'grow'),
    call('Rebasing', 'transfer', [two, 100n]),
    call('Rebasing', 'grow'),
    call('FeeOnTransfer', 'mint', [one, 1_000n]),
    call('FeeOnTransfer', 'transfer', [two, 500n]),
    call('FeeOnTransfer', 'transfer', [three, 100n]),
    call('SilentMove', 'mint', [one, 50n]),
    call('SilentMove', 'move', [one, two, 50n]),
    call('SilentMove', 'mint', [two, 5n]),
    call('Wrapped', 'deposit', [], 90),
    call('Wrapped', 'transfer', [two, 40n]),
    call('Wrapped', 'withdraw', [50n]),
  ]
  return { people: [one, two, three], at, calls }
}

/** The balances of all people at all tokens. */
async function balances(anvil: Anvil, { at, people }: Awaited<ReturnType<typeof prepare>>) {
  const keys = Object.values(at).flatMap((token) => people.map((person) => [token, person] as const))
  const signature = 'function balanceOf(address) view returns (uint256)'
  const values = await new NodeTruth(anvil.url).view(
    keys.map(([to, person]) => ({ to, signature, args: [person] })),
    'latest',
  )
  return new Map(
    keys.map(([token, person], index) => [[token, lower(person)].join(':'), String(values[index])] as const),
  )
}

test('each transaction of a block has the balances before and after it', async () => {
  const anvil = await testAnvil()
  const prepared = await prepare(anvil)
  const send = (call: Sent) => anvil.request<Hex>('eth_sendTransaction', [{ ...call, gas: '0xf4240' }])

  // The true balances: each transaction in a block of its own.
  const snapshot = await anvil.request('evm_snapshot')
  const truth = [await balances(anvil, prepared)]
  for (const call of prepared.calls) {
    await send(call)
    await anvil.request('evm_mine')
    truth.push(await balances(anvil, prepared))
  }
  await anvil.request('evm_revert', [snapshot])

  const hashes: Hex[] = []
  for (const call of prepared.calls) hashes.push(await send(call))
  await anvil.request('evm_mine')
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
  await indexed(chain, anvil.url)
  let compared = 0
  for (const [index, hash] of hashes.entries()) {
    const changes = await readAll(chain.reader, 'transaction-state-changes', {
      params: { transaction_hash: hash },
    })
    const tokens = changes.filter(({ type, balance_after: after }) => type === 'token' && after !== null)
    const keyOf = (change: (typeof tokens)[number]) =>
      [(change.token as { address_hash: string }).address_hash.toLowerCase(), hashOf(change.address)].join(
        ':',
      )
    expect(
      tokens.map((change) => [keyOf(change), change.balance_before, change.balance_after, change.change]),
      `transaction ${String(index)}`,
    ).toEqual(
      tokens.map((change) => {
        const [before = '', after = ''] = [truth[index], truth[index + 1]].map((all) =>
          all?.get(keyOf(change)),
        )
        return [keyOf(change), before, after, String(BigInt(after) - BigInt(before))]
      }),
    )
    compared += tokens.length
  }
  expect(compared).toBeGreaterThanOrEqual(12)
})
