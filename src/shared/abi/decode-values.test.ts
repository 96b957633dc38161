/**
 * Compares the decoder with viem's encoder: data that viem encodes decodes to the same values, and any other data
 * is refused.
 */
import fc from 'fast-check'
import { encodeAbiParameters, getAddress, type AbiParameter as ViemParameter } from 'viem'
import { describe, expect, it } from 'vitest'
import { parseSignature, readAbiItem } from './abi-item.ts'
import { decodeParameters, isDecodableHex } from './decode-values.ts'
import type { DecodedValue } from './decoded.ts'

interface Sample {
  readonly parameter: ViemParameter
  readonly value: unknown
  readonly shown: DecodedValue
}

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}` as const
const whole = (kind: 'uint' | 'int', bits: number): fc.Arbitrary<Sample> => {
  const [min, max] =
    kind === 'uint' ? [0n, 2n ** BigInt(bits) - 1n] : [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n]
  return fc.oneof(fc.bigInt({ min, max }), fc.constantFrom(min, max)).map((value) => ({
    parameter: { type: `${kind}${String(bits)}` },
    value: bits <= 48 ? Number(value) : value,
    shown: value.toString(),
  }))
}
const bytes = (size?: number): fc.Arbitrary<Sample> =>
  fc
    .uint8Array(size === undefined ? { maxLength: 100 } : { minLength: size, maxLength: size })
    .map(hex)
    .map((value) => ({ parameter: { type: `bytes${String(size ?? '')}` }, value, shown: value }))

const elementary: fc.Arbitrary<Sample> = fc.oneof(
  fc
    .tuple(fc.constantFrom('uint' as const, 'int' as const), fc.integer({ min: 1, max: 32 }))
    .chain(([kind, size]) => whole(kind, size * 8)),
  fc.boolean().map((value) => ({ parameter: { type: 'bool' }, value, shown: String(value) })),
  fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((value) => getAddress(hex(value)))
    .map((value) => ({ parameter: { type: 'address' }, value, shown: value })),
  bytes(),
  fc.integer({ min: 1, max: 32 }).chain(bytes),
  // Invisible characters are left out, because the decoder replaces them.
  fc
    .string({ unit: fc.constantFrom('a', 'é', '漢', '🦊', '\n', ' ') })
    .map((value) => ({ parameter: { type: 'string' }, value, shown: value })),
)

/** A sample has one value of its type, so an array repeats this value. */
const { any } = fc.letrec<{ any: Sample; array: Sample; tuple: Sample }>((tie) => ({
  any: fc.oneof({ maxDepth: 4, withCrossShrink: true }, elementary, tie('array'), tie('tuple')),
  array: fc
    .tuple(tie('any'), fc.integer({ min: 0, max: 4 }), fc.boolean())
    .filter(([, length, isFixed]) => !isFixed || length > 0)
    .map(([item, length, isFixed]) => ({
      parameter: { ...item.parameter, type: `${item.parameter.type}[${isFixed ? String(length) : ''}]` },
      value: Array<unknown>(length).fill(item.value),
      shown: { list: Array<DecodedValue>(length).fill(item.shown) },
    })),
  tuple: fc.array(tie('any'), { minLength: 1, maxLength: 4 }).map((fields) => ({
    parameter: {
      type: 'tuple',
      components: fields.map(({ parameter }, at) => ({ ...parameter, name: `f${String(at)}` })),
    },
    value: Object.fromEntries(fields.map(({ value }, at) => [`f${String(at)}`, value])),
    shown: {
      fields: fields.map(({ parameter, shown }, at) => ({
        name: `f${String(at)}`,
        type: inputsOf([parameter])[0]?.type.text ?? '',
        value: shown,
      })),
    },
  })),
}))

const inputsOf = (parameters: readonly ViemParameter[]) =>
  readAbiItem({ type: 'function', name: 'f', inputs: parameters })?.inputs ?? []

describe('values of an ABI', () => {
  it('read what viem writes: decode of encode is itself, exact or not', () => {
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), fc.boolean(), (samples, isExact) => {
        const parameters = samples.map(({ parameter }) => parameter)
        const encoded = encodeAbiParameters(
          parameters,
          samples.map(({ value }) => value),
        ).slice(2)
        const decoded = decodeParameters(inputsOf(parameters), encoded, isExact)
        expect(decoded?.values.map(({ value }) => value)).toEqual(samples.map(({ shown }) => shown))
        expect(decoded?.rest).toBe('')
      }),
      { numRuns: 500 },
    )
  })

  it('are exact: whatever decodes is encoded to the same bytes again', () => {
    const inputs = inputsOf([
      { type: 'uint16' },
      { type: 'bytes' },
      { type: 'string[]' },
      { type: 'tuple', components: [{ type: 'bool' }, { type: 'int8[2]' }] },
    ])
    const encoded = encodeAbiParameters(
      [
        { type: 'uint16' },
        { type: 'bytes' },
        { type: 'string[]' },
        { type: 'tuple', components: [{ type: 'bool' }, { type: 'int8[2]' }] },
      ] as const,
      [7, '0x010203', ['ab', 'é'], [true, [1, -1]]],
    ).slice(2)
    expect(decodeParameters(inputs, encoded, true)).not.toBeNull()
    // No other bytes of the same length have the same meaning, so each change either fails or changes a value.
    const before = JSON.stringify(decodeParameters(inputs, encoded, true)?.values)
    for (let at = 0; at < encoded.length; at++) {
      for (const digit of '01f') {
        if (encoded[at] === digit) continue
        const changed = encoded.slice(0, at) + digit + encoded.slice(at + 1)
        expect(JSON.stringify(decodeParameters(inputs, changed, true)?.values)).not.toBe(before)
      }
    }
    for (const rest of ['00', '00'.repeat(32), 'ff'])
      expect(decodeParameters(inputs, encoded + rest, true)).toBeNull()
    expect(decodeParameters(inputs, encoded.slice(0, -64), true)).toBeNull()
  })

  it('tell what is left where the signature is certain', () => {
    const inputs = inputsOf([{ type: 'uint256', name: 'amount' }])
    const word = '2a'.padStart(64, '0')
    expect(decodeParameters(inputs, `${word}c0ffee`, false)).toEqual({
      values: [{ name: 'amount', type: 'uint256', value: '42' }],
      rest: 'c0ffee',
    })
  })

  it('read arbitrary bytes without throwing, in time that their length bounds', () => {
    const signatures = [
      'f(bytes[][] a)',
      'f((uint256 a, string b)[] c, bytes d)',
      'f(int8[3][] a, (bytes)[][] b)',
    ]
    const word = fc.oneof(
      fc.integer({ min: 0, max: 12 }).map((at) => (at * 32).toString(16).padStart(64, '0')),
      fc.constantFrom('f'.repeat(64), (10 ** 9).toString(16).padStart(64, '0'), '0'.repeat(64)),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...signatures),
        fc.array(word),
        fc.boolean(),
        (signature, words, isExact) => {
          const item = parseSignature(signature)
          decodeParameters(item?.inputs ?? [], words.join(''), isExact)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['10^9 elements', `${'20'.padStart(64, '0')}${(10 ** 9).toString(16).padStart(64, '0')}`],
    // Each element points to the list itself: without a limit, 2^depth reads.
    ['a list of itself', '0'.repeat(64 * 10_000)],
    ['a list that all share', `${'20'.padStart(64, '0')}${'7d0'.padStart(64, '0')}${'0'.repeat(64 * 2_000)}`],
  ])('give up on %s', (_what, data) => {
    const inputs = parseSignature('f(uint256[][][][][][][] a)')?.inputs ?? []
    decodeParameters(inputs, data, false)
    expect(decodeParameters(inputs, data, true)).toBeNull()
  })

  it('give the first 2,048 of a long list, and how many there are besides', () => {
    const inputs = inputsOf([{ type: 'uint256[]' }])
    const values = Array.from({ length: 30_000 }, (_, at) => BigInt(at))
    const encoded = encodeAbiParameters([{ type: 'uint256[]' }], [values]).slice(2)
    const value = decodeParameters(inputs, encoded, true)?.values[0]?.value as {
      list: string[]
      omitted: number
    }
    expect(value.list).toEqual(values.slice(0, 2_048).map(String))
    expect(value.omitted).toBe(27_952)
  })

  it('are not read from what is too long, or no hex', () => {
    expect(isDecodableHex('0x00')).toBe(true)
    for (const data of ['0x0', '0xzz', '', 'x', `0x${'00'.repeat(50_000_000)}`])
      expect(isDecodableHex(data)).toBe(false)
  })
})
