import { expect, test } from 'vitest'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { CHAINS, findChainByExplorer } from '#shared/chains.ts'
import { BUILT_IN } from '#shared/built-in-sources.ts'
import { keyVariable } from '../keys/keys.ts'

test('the sample is the chain that our service makes up', () => {
  const { chainId, name, coin } = BUILT_IN.find(({ kind }) => kind === 'sample')!
  expect({ chainId, name, coin }).toEqual(createSampleChain({ transactions: 1 }).chain)
})

test('every built-in instance is known as the explorer of its chain', () => {
  for (const source of BUILT_IN) {
    if (source.kind === 'instance')
      expect(findChainByExplorer(new URL(source.baseUrl).host)?.id).toBe(source.chainId)
  }
})

test('no two sources share an id or the variable of their key', () => {
  expect(new Set(BUILT_IN.map(({ id }) => id)).size).toBe(BUILT_IN.length)
  const instances = BUILT_IN.filter((source) => source.kind === 'instance')
  expect(new Set(instances.map(keyVariable)).size).toBe(instances.length)
})

test('no host, id or short name means two chains', () => {
  for (const all of [
    CHAINS.map(({ id }) => id),
    CHAINS.flatMap(({ explorers }) => explorers),
    CHAINS.flatMap(({ shortNames }) => shortNames),
  ]) {
    expect(new Set(all).size).toBe(all.length)
  }
})
