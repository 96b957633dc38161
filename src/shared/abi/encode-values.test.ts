/** Compares the encoding of typed texts with viem's encoding of the same values. */
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { parseSignature } from './abi-item.ts'
import { encodeCall } from './encode-values.ts'

const A = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'

function encode(types: string, ...texts: string[]) {
  const item = parseSignature(`f(${types})`)
  if (!item) throw new Error(types)
  return encodeCall(item, texts)
}

describe('values', () => {
  it.each([
    ['uint256', ['1_000'], [1_000n]],
    ['uint256', ['1,000,000'], [1_000_000n]],
    ['uint256', ['1.5 ether'], [15n * 10n ** 17n]],
    ['uint256', ['20gwei'], [20n * 10n ** 9n]],
    ['uint256', ['1e18'], [10n ** 18n]],
    ['uint256', ['1.50e1'], [15n]],
    ['uint256', ['0xff'], [255n]],
    ['uint256', [`${2n ** 256n - 1n}`], [2n ** 256n - 1n]],
    ['int8', ['-128'], [-128]],
    ['address', ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'], [A]],
    ['bool,bool', ['true', ' false '], [true, false]],
    ['bytes4', ['0x01020304'], ['0x01020304']],
    ['bytes', ['0x'], ['0x']],
    ['string', ['as it is, with "quotes"'], ['as it is, with "quotes"']],
    ['string', ['"quoted, [1]"'], ['quoted, [1]']],
    ['uint256[]', ['[]'], [[]]],
    [
      'uint8[2][]',
      ['[[1, 2], [3, 4]]'],
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    ],
    ['string[]', ['[a, b ]'], [['a', 'b']]],
    ['string[]', ['["a, b", "c]"]'], [['a, b', 'c]']]],
    [
      '(address to, (uint256 n, bool b)[] parts)[]',
      [`[(${A}, [(1, true), (2 gwei, false)])]`],
      [
        [
          {
            to: A,
            parts: [
              { n: 1n, b: true },
              { n: 2n * 10n ** 9n, b: false },
            ],
          },
        ],
      ],
    ],
  ])('%s of %j', (types, texts, args) => {
    const signature = `function f(${types})`
    const expected = encodeFunctionData({
      abi: parseAbi([signature]) as never,
      functionName: 'f',
      args,
    } as never)
    expect(encode(types, ...texts)).toEqual({ data: expected })
  })
})

describe('what is no value', () => {
  it.each([
    ['uint8', '256', 'The number does not fit into 8 bits.'],
    ['uint8', '-1', 'This number can’t be negative.'],
    ['int8', '128', 'The number does not fit into 8 bits.'],
    ['uint256', '', 'This is not a number.'],
    ['uint256', '_', 'This is not a number.'],
    ['uint256', '1,00', 'This is not a number.'],
    ['uint256', '1.5', 'The number has to be whole.'],
    ['uint256', '1e99', 'The number does not fit into 256 bits.'],
    ['uint256', '9'.repeat(200), 'This is not a number.'],
    ['address', 'somebody', 'An address is 0x and 40 hexadecimal digits.'],
    ['address', '0x4f1B0A5c98', 'An address has 40 digits, this one 10.'],
    ['bool', '1', 'Write true or false.'],
    ['bytes4', '0x01', 'This takes 4 bytes, these are 1.'],
    ['bytes', '0x012', 'Bytes are 0x and pairs of hexadecimal digits.'],
    ['uint8[2]', '[1]', 'This takes 2 values, these are 1.'],
    ['uint8[]', '1, 2', 'Write the values in brackets, with commas between them.'],
    ['uint8[]', '[(1]', 'Write the values in brackets, with commas between them.'],
    ['string[]', '["a]', 'Write the values in brackets, with commas between them.'],
    ['uint8[]', '[1, 300]', '#1: The number does not fit into 8 bits.'],
    ['string', 'x'.repeat(100_001), 'This is too long.'],
  ])('%s of %j: %s', (types, text, problem) => {
    expect(encode(types, text)).toEqual({ argument: 0, problem })
  })

  it('names the argument', () => {
    expect(encode('uint256,bool', '1', 'x')).toMatchObject({ argument: 1 })
    expect(encode('uint256,bool', '1')).toMatchObject({ argument: null })
  })
})

it.each([[[]], [['a', 'b']]])('another number of arguments than it takes is told: %j', (texts) => {
  expect(encode('string', ...texts)).toEqual({
    argument: null,
    problem: `This takes 1 values, these are ${String(texts.length)}.`,
  })
})
