import { readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseSignatures, selectorOf, type AbiItem } from '#shared/abi/abi-item.ts'
import { STANDARDS } from '#shared/abi/standard-signatures.ts'
import { knownCandidates } from './known-signatures.ts'
import { readSignaturePack } from './signature-pack.ts'

const FILE = new URL('./signatures.bin', import.meta.url)
const bytes = readFileSync(FILE)

describe('the signature pack', () => {
  it('is under 2 MB, and knows functions, events and errors with their parameters and where they are from', () => {
    expect(statSync(FILE).size).toBeLessThan(2 * 1024 * 1024)
    const pack = readSignaturePack(bytes)!
    expect(pack.size).toBeGreaterThan(20_000)
    const [swap] = pack.find('function', '0x38ed1739')
    expect(swap?.item.name).toBe('swapExactTokensForTokens')
    expect(swap?.item.inputs.map(({ name }) => name)).toContain('amountOutMin')
    expect(swap?.from).toMatch(/^@?[\w./-]+$/)
    // Swap of a Uniswap v2 pair.
    expect(
      pack.find('event', '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822')[0]?.item.name,
    ).toBe('Swap')
    expect(pack.find('error', '0x118cdaa7')[0]?.item.name).toBe('OwnableUnauthorizedAccount')
    expect(pack.find('function', '0x12345678')).toEqual([])
    expect(pack.find('function', '0xffffffff')).toEqual([])
  })

  it('is none where it is damaged', () => {
    expect(readSignaturePack(Buffer.alloc(0))).toBeNull()
    expect(readSignaturePack(bytes.subarray(0, 1_000))).toBeNull()
    expect(readSignaturePack(Buffer.from('CGSIGS01 and no more'))).toBeNull()
    const long = Buffer.from(bytes)
    long.writeUInt32BE(0xffffffff, 8)
    expect(readSignaturePack(long)).toBeNull()
  })

  it('gives every name as uncertain, after what a standard says', () => {
    const candidates = knownCandidates('function', '0x095ea7b3')
    expect(candidates[0]).toMatchObject({ origin: 'standard', isCertain: true })
    const ofPack = candidates.slice(candidates.findIndex(({ origin }) => origin === 'pack'))
    expect(ofPack.every(({ origin, isCertain }) => origin === 'pack' && !isCertain)).toBe(true)
  })

  it('agrees with every signature of a standard, as packages tell them', () => {
    const pack = readSignaturePack(bytes)!
    // Some functions of ERC-20 and ERC-721 differ in their return types only; packages have one of the two.
    const all = Object.values(STANDARDS).flatMap(parseSignatures)
    const alike = (item: AbiItem) =>
      all.filter((one) => one.kind === item.kind && selectorOf(one) === selectorOf(item)).map(typesOf)
    for (const [standard, signatures] of Object.entries(STANDARDS)) {
      const lines = signatures.trim().split('\n')
      const items = parseSignatures(signatures)
      expect(items, standard).toHaveLength(lines.length)
      for (const item of items) {
        const told = item.kind === 'constructor' ? [] : pack.find(item.kind, selectorOf(item))
        const types = told.map((entry) => typesOf(entry.item))
        expect(
          alike(item).filter((one) => types.includes(one)),
          `${standard}: ${item.name}`,
        ).not.toEqual([])
      }
    }
  })
})

const typesOf = ({ inputs, outputs }: AbiItem) =>
  JSON.stringify([
    inputs.map(({ type, isIndexed }) => [type.canonical, isIndexed]),
    outputs?.map(({ type }) => type.canonical) ?? [],
  ])
