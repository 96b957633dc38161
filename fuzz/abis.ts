/** Targets: calldata, logs, bytecode and ABI files, which anybody may have written. */
import * as fc from 'fast-check'
import { parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer'
import { TooManyValuesError } from '#shared/lossless-json.ts'
import { createCodeFunctions } from '#core/abi/bytecode/code-functions.ts'
import { readJsonRows, readLine } from '#core/abi/lists/list-rows.ts'
import { readParquetRows } from '#core/abi/lists/parquet-rows.ts'
import { knownCandidates } from '#core/abi/known-signatures.ts'
import { readSignaturePack } from '#core/abi/signature-pack.ts'
import { MAX_LIST_SIGNATURES } from '#shared/rpc/contract/signatures.ts'
import { parseSignature, selectorOf } from '#shared/abi/abi-item.ts'
import { decodeCall, decodeError, decodeLog } from '#shared/abi/decode.ts'
import { readAbiFile } from '#shared/abi/read-abi-file.ts'
import type { Target } from './target.ts'

const TO = `0x${'ab'.repeat(20)}`
const word = (value: number) => value.toString(16).padStart(64, '0')
const TRANSFER = `a9059cbb${word(1)}${word(2)}`

/** Small offsets and lengths, so that many of them point somewhere. */
const words = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 20 }).map((at) => word(at * 32)),
      fc.constantFrom(word(1), 'f'.repeat(64)),
    ),
  )
  .map((list) => list.join(''))
/** Multicall, aggregate3, execTransaction, multiSend, handleOps, a router, ERC-7579, and what any token has. */
const SELECTORS = [
  'ac9650d8',
  '82ad56cb',
  '6a761202',
  '8d80ff0a',
  '765e827f',
  '3593564c',
  'e9ae5c53',
  'a9059cbb',
]

const codeFunctions = createCodeFunctions()
/** `f(uint256)` behind a dispatcher, as a compiler writes it. */
const CODE =
  '0x6004361060205763ffffffff5f3560e01c1680631a2b3c4d14602557005b5f5ffd5b60043560243573ffffffffffffffffffffffffffffffffffffffff1655'

/** As a text of one character for each byte. */
function writeParquet(
  data: (string | null)[],
  { codec, ...column }: Partial<ColumnSource> & { codec: 'UNCOMPRESSED' | 'SNAPPY' },
): string {
  const columnData = [{ name: 'signature', data, type: 'STRING' as const, ...column }]
  return Buffer.from(parquetWriteBuffer({ columnData, codec })).toString('latin1')
}

function readPart(bytes: Uint8Array, start: number, length: number): Uint8Array {
  if (!(start >= 0 && length >= 0 && start + length <= bytes.length)) throw new Error('It ends too early.')
  return bytes.subarray(start, start + length)
}

export const ABIS: readonly Target[] = [
  {
    name: 'calldata',
    inputs: 3_000,
    seeds: () => [
      `0x${TRANSFER}`,
      `0xac9650d8${word(32)}${word(1)}${word(32)}${word(68)}${TRANSFER}${'00'.repeat(28)}`,
    ],
    grammar: fc.tuple(fc.constantFrom(...SELECTORS), words).map(([selector, data]) => `0x${selector}${data}`),
    run: (input) => {
      // The result goes to the window as JSON.
      JSON.stringify(decodeCall({ to: TO, input, output: input }, knownCandidates))
      decodeError({ to: null, data: input }, knownCandidates)
      const topics = [
        '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
        ...(input.match(/.{1,66}/g) ?? []).slice(0, 3),
      ]
      decodeLog({ address: TO, topics, data: input }, knownCandidates)
    },
  },
  {
    name: 'bytecode',
    inputs: 800,
    seeds: () => [CODE, `0x${'5b36600057'.repeat(400)}`],
    grammar: fc
      .array(
        fc.constantFrom(
          '5f35',
          '60e0',
          '1c',
          '63aabbccdd',
          '14',
          '6010',
          '57',
          '5b',
          '37',
          '20',
          '56',
          '80',
          '90',
        ),
      )
      .map((code) => `0x${code.join('')}`),
    run: async (code) => {
      JSON.stringify(await codeFunctions.find(code))
    },
  },
  {
    name: 'signature-lists',
    inputs: 1_500,
    seeds: () => [
      '0xa9059cbb,"transfer(address,uint256)"',
      '[{"text_signature":"f((uint256,bytes)[])","hex_signature":"0x1a2b3c4d"}]',
      '{"function":{"0xa9059cbb":[{"name":"transfer(address,uint256)"}]}}',
    ],
    grammar: fc.json({ maxDepth: 12 }),
    run: (text) => {
      readLine(text)
      for (const row of readJsonRows(text)) if (row !== 'unread') parseSignature(row.signature)
    },
    isDeclared: (error) => error instanceof SyntaxError || error instanceof TooManyValuesError,
  },
  {
    name: 'parquet',
    inputs: 1_500,
    seeds: () => [
      ...(['UNCOMPRESSED', 'SNAPPY'] as const).flatMap((codec) =>
        (['PLAIN', 'RLE_DICTIONARY', 'DELTA_LENGTH_BYTE_ARRAY', 'DELTA_BYTE_ARRAY'] as const).map(
          (encoding) => writeParquet(['transfer(address,uint256)', 'f()', 'f()'], { codec, encoding }),
        ),
      ),
      writeParquet([null, 'transfer(address,uint256)', null, 'f()'], {
        codec: 'UNCOMPRESSED',
        nullable: true,
      }),
      // As many rows as its size allows, and more.
      writeParquet(Array<string>(20_000).fill('f()'), { codec: 'SNAPPY' }),
    ],
    run: (text) => {
      const bytes = Buffer.from(text, 'latin1')
      const file = {
        length: bytes.length,
        read: (start: number, length: number) => readPart(bytes, start, length),
      }
      for (const row of readParquetRows(file, MAX_LIST_SIGNATURES)) if (row === undefined) return
    },
    // Any error is allowed: nothing of the file is kept then.
    isDeclared: (error) => error instanceof Error,
  },
  {
    name: 'abi-files',
    inputs: 1_500,
    seeds: () => [
      '[{"type":"function","name":"f","inputs":[{"type":"tuple[]","components":[{"type":"uint8[2]"}]}],"outputs":[]}]',
      '{"contractName":"A","abi":[{"type":"event","name":"E","inputs":[{"type":"string","indexed":true}]}]}',
      '0xa9059cbb,"transfer(address to, uint256 value)"',
      'function f((uint256 a, bytes b)[2][] c) external view returns (bool)',
    ],
    grammar: fc.json({ maxDepth: 6 }).map((json) => `[{"type":"function","name":"f","inputs":${json}}]`),
    run: (text) => {
      for (const item of readAbiFile(text)) selectorOf(item)
      parseSignature(text)
      readSignaturePack(Buffer.from(text, 'latin1'))
    },
  },
]
