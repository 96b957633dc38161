import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { encodeFunctionData, parseAbi, toEventSelector, toFunctionSelector } from 'viem'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Decoded } from '#shared/abi/decoded.ts'
import { LIST_PART_BYTES, MAX_LIST_BYTES, type SignatureList } from '#shared/rpc/contract/signatures.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { handlersOver } from '../testing/handlers-over.ts'
import { createOwnAbis } from '../own-abis.ts'
import { openStore } from '../../store/open-store.ts'
import { signatureListHandlers, signatureListStreams } from './signature-list-handlers.ts'
import { createSignatureLists } from './signature-lists.ts'

const root = mkdtempSync(join(tmpdir(), 'chainglass-lists-'))
let dataDir: string
let lists = createSignatureLists(':memory:')
let handlers: ReturnType<typeof signatureListHandlers>
const store = openStore({ dataDir: ':memory:' })
afterAll(() => {
  lists.close()
  store.close()
  rmSync(root, { recursive: true })
})
beforeEach((context) => {
  dataDir = join(root, context.task.id)
  lists.close()
  reopen()
})
function reopen() {
  lists = createSignatureLists(dataDir)
  handlers = signatureListHandlers(lists)
}

const context = { signal: new AbortController().signal, connection: {} }
async function add(
  file: string | Uint8Array,
  name = 'list.csv',
  signal = context.signal,
): Promise<SignatureList> {
  const bytes = Buffer.from(file)
  const { token } = await handlers['signatures.begin']({ name, bytes: bytes.length }, context)
  for (let at = 0; at < bytes.length; at += LIST_PART_BYTES) {
    const part = bytes.subarray(at, at + LIST_PART_BYTES).toString('base64')
    void handlers['signatures.append']({ token, part }, context)
  }
  return handlers['signatures.finish']({ token }, { signal, connection: {} })
}
const refusal = async (file: string | Uint8Array, name?: string) => {
  try {
    return await add(file, name)
  } catch (error) {
    return error instanceof ChainglassFailure ? error.error : error
  }
}

const ABI = parseAbi(['function frobnicateAll(address who, uint256 amount)'])
const SELECTOR = toFunctionSelector(ABI[0])
const SIGNATURE = 'frobnicateAll(address,uint256)'
const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const input = encodeFunctionData({ abi: ABI, functionName: 'frobnicateAll', args: [A, 7n] })
async function decode(data: string = input): Promise<Decoded | null> {
  const abi = handlersOver({ ownAbis: createOwnAbis(store), lists })
  const { results } = await abi['abi.decode'](
    { source: 's', items: [{ kind: 'call', to: A, input: data }], askSource: false },
    context,
  )
  return results[0] ?? null
}
const parquet = (columns: Readonly<Record<string, readonly (string | Uint8Array)[]>>, codec?: 'SNAPPY') =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: Object.entries(columns).map(([name, data]) => ({ name, data: [...data] })),
      ...(codec ? { codec } : {}),
    }),
  )
const hash = Buffer.from(SELECTOR.slice(2), 'hex')

describe('a list of signatures', () => {
  it.each([
    ['lines', SIGNATURE],
    ['CSV', `selector,signature\n${SELECTOR},"${SIGNATURE}"\n`],
    ['CSV of other columns', `id;text_signature;hex\r\n7;${SIGNATURE};${SELECTOR}\r\n`],
    ['a map in JSON', JSON.stringify({ function: { [SELECTOR]: [{ name: SIGNATURE, filtered: false }] } })],
    ['records in JSON', JSON.stringify([{ id: 7, text_signature: SIGNATURE, hex_signature: SELECTOR }])],
    ['names in JSON', JSON.stringify([`function ${SIGNATURE}`])],
    ['Parquet', parquet({ signature: [SIGNATURE] })],
    ['Parquet with hashes', parquet({ signature_hash_4: [hash], signature: [SIGNATURE] })],
  ])('names calls, as %s', async (_form, file) => {
    expect(await add(file)).toMatchObject({ name: 'list.csv', signatures: 1 })
    expect(await decode()).toMatchObject({
      name: 'frobnicateAll',
      origin: 'pack',
      from: 'list.csv',
      isCertain: false,
      arguments: [{ value: A }, { value: '7' }],
    })
    // With trailing bytes it is another function.
    expect(await decode(`${input}00`)).toBeNull()
  })

  it('is told with its count and file, outlives the program, and can be removed', async () => {
    const told: (readonly SignatureList[])[] = []
    const stop = signatureListStreams(lists)['signatures.changed']({}, (all) => told.push(all), context)
    const file = `selector,signature\n${SELECTOR},${SIGNATURE}\n0x12345678,other(uint256)\nnonsense\n`
    const added = await add(file)
    expect(added).toEqual({ id: 1, name: 'list.csv', bytes: file.length, signatures: 2, unread: 2 })
    expect(told).toEqual([[], [added]])
    stop()
    lists.close()
    reopen()
    expect(lists.list()).toEqual([added])
    expect(await decode()).toMatchObject({ from: 'list.csv' })
    // The same file again replaces the first.
    await add(SIGNATURE)
    expect(lists.list()).toMatchObject([{ signatures: 1 }])
    void handlers['signatures.remove']({ id: lists.list()[0]!.id }, context)
    expect(lists.list()).toEqual([])
    expect(await decode()).toBeNull()
    expect(readdirSync(join(dataDir, 'signatures'))).toEqual([])
  })

  it('that lies about a selector names nothing', async () => {
    await add(`${SELECTOR},transfer(address,uint256)`)
    expect(await decode()).toBeNull()
  })

  it('of topics names events', async () => {
    await add(
      `${toEventSelector('Frobbed(uint256,address)')},"event Frobbed(uint256 amount, address indexed who)"`,
    )
    expect(lists.candidates('event', toEventSelector('Frobbed(uint256,address)'))).toMatchObject([
      { item: { name: 'Frobbed', inputs: [{ isIndexed: false }, { isIndexed: true }] } },
    ])
    expect(lists.candidates('event', `0x${'00'.repeat(32)}`)).toEqual([])
  })

  it('of 200,000 is looked up without being read', async () => {
    const rows = Array.from(
      { length: 200_000 },
      (_, at) => `0x${at.toString(16).padStart(8, '0')},f${String(at)}()`,
    )
    const added = await add([...rows, `${SELECTOR},${SIGNATURE}`].join('\n'))
    expect(added.signatures).toBe(200_001)
    expect(await decode()).toMatchObject({ name: 'frobnicateAll' })
  })
})

describe('a file that is no list', () => {
  const ERROR = { code: 'invalid_input', field: 'file' }
  const bytes = parquet({ signature: Array.from({ length: 500 }, (_, at) => `f${String(at)}(uint256)`) })

  it.each([
    ['empty', ''],
    ['a text without signatures', 'a\nb\nc'],
    ['JSON without signatures', '{"a":[1,2,3]}'],
    ['one endless line', 'x'.repeat(8_000_000)],
    ['bytes', new Uint8Array(100_000).map((_, at) => (at * 7_919) % 256)],
  ])('is refused: %s', async (_what, file) => {
    expect(await refusal(file)).toEqual({ ...ERROR, reason: 'file_without_signatures' })
    expect(readdirSync(join(dataDir, 'signatures'))).toEqual([])
  })

  it.each([
    ['JSON that is cut off', '[{"signature":"a()"'],
    ['JSON nested 100,000 deep', '['.repeat(100_000)],
    ['a truncated Parquet', bytes.subarray(0, bytes.length - 100)],
    ['a Parquet without its middle', new Uint8Array([...bytes.subarray(0, 50), ...bytes.subarray(-150)])],
    ['only its first letters', new TextEncoder().encode('PAR1')],
    [
      'a Parquet that packs what it does not say',
      bytes.map((byte, at) => (at > 40 && at < 400 ? byte ^ 0x55 : byte)),
    ],
  ])('is refused: %s', async (_what, file) => {
    expect(await refusal(file)).toMatchObject(ERROR)
    expect(readdirSync(join(dataDir, 'signatures'))).toEqual([])
  })

  it('is refused where it unpacks to more than its size can mean: a million equal rows in 2 kB', async () => {
    const few = parquet({ signature: Array<string>(1_000_000).fill(SIGNATURE) }, 'SNAPPY')
    expect(few.length).toBeLessThan(3_000)
    expect(await refusal(few)).toEqual({ ...ERROR, reason: 'list_not_read' })
  })

  it('is refused where it says it holds more than its bytes can: a page of 2^24 values', async () => {
    const data = Array<string>(20).fill(SIGNATURE)
    const column = { name: 'signature', data, type: 'STRING' as const, nullable: true }
    const encoding = 'DELTA_LENGTH_BYTE_ARRAY' as const
    const page = parquetWriteBuffer({ columnData: [{ ...column, encoding }], codec: 'UNCOMPRESSED' })
    const bytes = [...new Uint8Array(page)]
    expect(bytes.slice(4, 7)).toEqual([0x15, 6, 0x15])
    expect(bytes.slice(12, 15)).toEqual([0x5c, 0x15, 2 * data.length])
    const size = BigInt(bytes[7]! - 128 + bytes[8]! * 128) / 2n
    // One block of equal lengths, which take no bytes: its size, its parts, and the number of lengths.
    const values = bytes.findIndex(
      (_, at) => bytes.slice(at, at + 4).join() === `128,1,4,${String(data.length)}`,
    )
    bytes.splice(values, 4, ...varint(2n ** 26n), 4, ...varint(2n ** 24n))
    // The header of the page: its packed and unpacked length, and its number of values.
    const longer = varint(2n * (size + 5n))
    bytes.splice(7, 8, ...longer, 0x15, ...longer, 0x5c, 0x15, ...varint(2n ** 25n))
    expect(await refusal(new Uint8Array(bytes))).toEqual({ ...ERROR, reason: 'list_not_read' })
  })

  it('is refused where it is made of keys: a million in one object of JSON', async () => {
    const keys = Array.from({ length: 1_000_000 }, (_, at) => `"k${String(at)}":1`).join()
    expect(await refusal(`[{"signature":"${SIGNATURE}",${keys}}]`)).toEqual({
      ...ERROR,
      reason: 'file_of_too_many_values',
    })
  })

  it('is refused where it claims 10^12 rows', async () => {
    const claimed = parquet({ signature: [SIGNATURE] })
    // The number of rows is a zigzag varint in the footer: field 3 of its first struct.
    const footer = claimed.length - 8 - new DataView(claimed.buffer).getUint32(claimed.length - 8, true)
    const at = rowCountAt(claimed, footer)
    const many = varint(2n * 10n ** 12n)
    const longer = new Uint8Array([...claimed.subarray(0, at), ...many, ...claimed.subarray(at + 1)])
    const size = claimed.length - 8 - footer + many.length - 1
    new DataView(longer.buffer).setUint32(longer.length - 8, size, true)
    expect(await refusal(longer)).toEqual({
      ...ERROR,
      reason: { kind: 'file_too_long', rows: 10 ** 12, maxRows: 5_000_000 },
    })
  })

  it('is refused before it is sent where it is too large, and what does not keep its word', async () => {
    const begin = (size: number) => handlers['signatures.begin']({ name: 'a', bytes: size }, context)
    expect(() => begin(MAX_LIST_BYTES + 1)).toThrow(ChainglassFailure)
    const { token } = await begin(4)
    const append = (of: string, part: string) => handlers['signatures.append']({ token: of, part }, context)
    expect(() => append('other', 'YQ==')).toThrow(ChainglassFailure)
    expect(() => append(token, Buffer.from('a(uint256)').toString('base64'))).toThrow(ChainglassFailure)
    expect(() => append(token, 'YQ==')).toThrow(ChainglassFailure)
    expect(readdirSync(join(dataDir, 'signatures'))).toEqual([])
  })

  it('leaves nothing where it is cancelled, or where a run before was ended', async () => {
    const controller = new AbortController()
    const rows = Array.from({ length: 100_000 }, (_, at) => `f${String(at)}()`).join('\n')
    const adding = add(rows, 'a', controller.signal)
    controller.abort()
    await expect(adding).rejects.toThrow(ChainglassFailure)
    const folder = join(dataDir, 'signatures')
    expect(readdirSync(folder)).toEqual([])
    for (const name of ['upload-1', 'making-1', 'list-7.sqlite']) writeFileSync(join(folder, name), 'none')
    lists.close()
    reopen()
    expect(lists.list()).toEqual([])
    expect(readdirSync(folder)).toEqual(['list-7.sqlite'])
  })

  it('is in memory only where the store is', async () => {
    lists.close()
    lists = createSignatureLists(':memory:')
    handlers = signatureListHandlers(lists)
    await add(SIGNATURE)
    expect(await decode()).not.toBeNull()
    expect(existsSync(dataDir) ? statSync(dataDir).isDirectory() : false).toBe(false)
  })
})

function varint(value: bigint): number[] {
  return value < 128n ? [Number(value)] : [Number(value % 128n) + 128, ...varint(value / 128n)]
}

/** Position after the schema: `0x16` is a 64-bit field following the schema's list, and 2 is its value 1. */
function rowCountAt(bytes: Uint8Array, footer: number): number {
  for (let at = footer; at < bytes.length; at++) if (bytes[at] === 0x16 && bytes[at + 1] === 2) return at + 1
  throw new Error('The footer has no count of rows.')
}
