import { describe, expect, it } from 'vitest'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import { labelsOn } from './watch-labels.ts'

const A = '0xAbcdef0000000000000000000000000000000001'
const entry = (label: string, chainId: string | null): WatchedAddress => ({
  id: 1,
  address: A,
  chainId,
  label,
  colour: null,
  groups: [],
  watched: true,
  hasNote: false,
  position: 1,
})

describe('labels on a chain', () => {
  it('take the word for this chain before the one for all, in whatever order they come', () => {
    const both = [entry('everywhere', null), entry('on Base', '8453')]
    expect(labelsOn(both, '8453').get(A.toLowerCase())).toBe('on Base')
    expect(labelsOn([...both].reverse(), '8453').get(A.toLowerCase())).toBe('on Base')
    expect(labelsOn(both, '1').get(A.toLowerCase())).toBe('everywhere')
  })

  it('leave out other chains and entries without a name', () => {
    expect(labelsOn([entry('on Base', '8453'), entry('', null)], '1').size).toBe(0)
  })
})
