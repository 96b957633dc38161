import { expect, it } from 'vitest'
import { describeFoundNode } from './default-node.ts'

it('words a node by what it says of itself', () => {
  const found = (client: string) =>
    describeFoundNode({ client, rpcUrl: 'http://127.0.0.1:8545', chainId: '31337' })
  expect(found('anvil/v1.7.1')).toBe('anvil 1.7.1 answers at 127.0.0.1:8545, chain 31337')
  expect(found('Geth/v1.14.2-stable-abc/linux-amd64/go1.22')).toMatch(/^Geth 1\.14\.2 answers/)
  expect(found('an Ethereum node')).toMatch(/^an Ethereum node answers/)
  expect(found('\u202egnihton')).toMatch(/^\ufffdgnihton answers/)
})
