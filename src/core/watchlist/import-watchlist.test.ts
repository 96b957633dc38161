import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseAddress } from '#shared/targets/parse-address.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { readCsv } from './read-csv.ts'
import { createImports, type WatchImports } from './import-watchlist.ts'
import { watchHandlers } from './watch-handlers.ts'
import { createWatchlist, type Watchlist } from './watchlist.ts'

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const B = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const C = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const { signal } = new AbortController()

let store: Store
let watchlist: Watchlist
let imports: WatchImports
beforeEach(() => {
  store = openStore({ dataDir: ':memory:' })
  watchlist = createWatchlist(store)
  imports = createImports(store, watchlist)
})
afterEach(() => {
  store.close()
})

async function take(
  text: string,
  defaults: Parameters<WatchImports['preview']>[1] = {},
  conflicts: 'theirs' | 'mine' = 'theirs',
) {
  const preview = await imports.preview(text, defaults, signal)
  const before = watchlist.index.size
  const report = imports.apply(preview.token, conflicts)
  expect(watchlist.index.size).toBe(before + report.counts.added)
  return { preview, report }
}
const all = () =>
  watchlist.index
    .all()
    .map((entry) => [entry.address, entry.chainId, entry.label, watchlist.read(entry.id).note])

describe('formats', () => {
  test.each([
    ['address and label without a heading', `${A},Ann\n${B},Bob\n`],
    ['label first', `Ann,${A}\nBob,${B}`],
    ['semicolons, CRLF and a BOM', `\ufeffaddress;name\r\n${A};Ann\r\n${B};"Bob"\r\n`],
    ['tabs', `Address\tName Tag\n${A}\tAnn\n${B}\tBob`],
    ['sep= of a spreadsheet', `sep=;\naddress;label\n${A};Ann\n${B};Bob`],
    [
      'private name tags of an explorer',
      `"Address","Name Tag","Balance"\n"${A.toLowerCase()}","Ann","1.2 Ether"\n"${B.toLowerCase()}","Bob",""\n`,
    ],
    [
      'links instead of addresses',
      `link,name\n`.replace('link', 'address') + `https://etherscan.io/address/${A},Ann\n${B},Bob`,
      ['1', null],
    ],
    [
      'JSON list',
      JSON.stringify([
        { address: A, name: 'Ann' },
        { address: B, name: 'Bob' },
      ]),
    ],
    [
      'JSON of an API’s watchlist',
      JSON.stringify({
        items: [
          { address: { hash: A, name: null }, name: 'Ann' },
          { address: { hash: B }, name: 'Bob' },
        ],
      }),
    ],
    ['JSON from address to name', JSON.stringify({ [A]: 'Ann', [B]: 'Bob' })],
    ['JSON from address to entry', JSON.stringify({ [A]: { label: 'Ann' }, [B]: { label: 'Bob' } })],
    ['a wallet’s address book', `address,name,chainId\n${A},Ann,1\n${B},Bob,100\n`, ['1', '100']],
    [
      'an accounting program’s',
      `address,name,blockchain,location\n${A},Ann,POLYGON_POS,private\n${B},Bob,,private`,
      ['137', null],
    ],
    ['chain prefixes', `address,name\neth:${A},Ann\ngno:${B},Bob`, ['1', '100']],
  ])('%s', async (_, text, chains: (string | null)[] = [null, null]) => {
    const { report } = await take(text)
    expect(report).toMatchObject({ counts: { rows: 2, added: 2, refused: 0 }, issues: [] })
    expect(all()).toEqual([
      [A, chains[0], 'Ann', ''],
      [B, chains[1], 'Bob', ''],
    ])
    expect(watchlist.index.all().every((entry) => !entry.watched)).toBe(true)
  })

  test('name tags as an API exports them, with notes and categories', async () => {
    await take(
      `"address";"nametag";"internal_nametag";"url";"shortdescription";"notes_1";"labels"\n"${A}";"Fake_Phishing1";"";"";"Reported; twice ""at least""";"";"['Phish','Scam']"\n`,
    )
    const [entry] = watchlist.index.all()
    expect(entry).toMatchObject({ label: 'Fake_Phishing1', groups: ['Phish', 'Scam'] })
    expect(watchlist.read(entry!.id).note).toBe('Reported; twice "at least"')
  })

  test('what the file does not say comes from the person', async () => {
    await take(`${A},Ann\n${B},Bob`, { chainId: '10', watched: true, group: 'Friends' })
    expect(watchlist.index.all()).toMatchObject([
      { chainId: '10', watched: true, groups: ['Friends'] },
      { chainId: '10', watched: true, groups: ['Friends'] },
    ])
  })

  test.each([
    ['', 'file_empty'],
    [' \n\n', 'file_empty'],
    ['PK\u0003\u0004rest', 'file_is_archive'],
    ['%PDF-1.7', 'file_is_pdf'],
    ['<!doctype html><p>', 'file_is_web_page'],
    ['\u0000\u0001\u0002', 'file_is_binary'],
    ['{"entries": [', 'file_cut_short'],
    ['[]', 'file_without_addresses'],
    ['name,age\nAnn,7', 'file_without_addresses'],
    ['just some prose.\nNothing else.', 'file_without_addresses'],
  ])('%j is no import file, and it is said why', async (text, reason) => {
    await expect(imports.preview(text, {}, signal)).rejects.toMatchObject({
      error: { code: 'invalid_input', field: 'text', reason },
    })
  })
})

describe('the preview', () => {
  test('changes nothing, and the import does what it said', async () => {
    watchlist.save({ address: A, chainId: null, label: 'Old Ann', note: 'my note', watched: true })
    watchlist.save({ address: B, chainId: null, label: 'Bob' })
    const text = `${A},Ann\n${B},Bob\n${C},Carl`
    const preview = await imports.preview(text, {}, signal)
    expect(preview.counts).toEqual({
      rows: 3,
      added: 1,
      changed: 1,
      same: 1,
      kept: 0,
      repeated: 0,
      refused: 0,
    })
    expect(preview.changes).toEqual([
      {
        address: A,
        chainId: null,
        before: { label: 'Old Ann', note: 'my note' },
        after: { label: 'Ann', note: 'my note' },
      },
      { address: C, chainId: null, before: null, after: { label: 'Carl', note: '' } },
    ])
    expect(watchlist.index.size).toBe(2)
    const report = imports.apply(preview.token, 'theirs')
    expect(report.counts).toEqual(preview.counts)
    expect(watchlist.index.find(A)).toMatchObject({ label: 'Ann', watched: true, hasNote: true })
    expect(() => imports.apply(preview.token, 'theirs')).toThrow('preview is gone')

    expect(watchlist.undo(report.undo)).toEqual({ restored: 2, left: 0 })
    expect(watchlist.index.all().map(({ label }) => label)).toEqual(['Old Ann', 'Bob'])
  })

  test('one’s own words stay where the person wants that', async () => {
    watchlist.save({ address: A, chainId: null, label: 'Mine' })
    const { report } = await take(`${A},Theirs\n${B},Bob`, {}, 'mine')
    expect(report.counts).toMatchObject({ added: 1, changed: 0, kept: 1 })
    expect(watchlist.index.find(A)?.label).toBe('Mine')
  })
})

test('every line is accounted for', async () => {
  const wrongCase = A.replace('dA6B', 'da6B')
  const text = [
    'address,label,chain', // 1
    `${A},Ann,1`,
    `${A.toLowerCase()},Ann,1`, // 3: the same again
    `${A},Other Ann,1`, // 4: differs
    `${A},Ann on Base,8453`, // 5: another chain, another entry
    `${A.slice(0, -1)},Short,1`, // 6
    `${wrongCase},Wrong case,1`, // 7
    `,Nobody,1`, // 8
    `vitalik.eth,Name,1`, // 9
    `${B},Bob,nowhere`, // 10
    '',
    `"${B}","a\nb",1`, // 12, 13
    `${C},${'x'.repeat(300)},1`, // 14
  ].join('\n')
  const { report } = await take(text)
  expect(report.counts).toEqual({
    rows: 12 - 1,
    added: 4,
    changed: 0,
    same: 0,
    kept: 0,
    repeated: 2,
    refused: 5,
  })
  expect(report.issues.map(({ line, kind }) => [line, kind])).toEqual([
    [3, 'same_again'],
    [4, 'differs_from_earlier'],
    [6, 'wrong_address'],
    [7, 'wrong_checksum'],
    [8, 'no_address'],
    [9, 'wrong_address'],
    [10, 'unknown_chain'],
    [12, 'adjusted'],
    [14, 'adjusted'],
  ])
  expect(report.issues.find(({ line }) => line === 6)?.hint).toContain('1 digit too short')
  expect(watchlist.index.find(B, '1')?.label).toBe('a b')
})

describe('export', () => {
  const HOSTILE = [
    '=1+1',
    "'=x",
    "''-y",
    '@SUM(A1)',
    '+1',
    '-1',
    'a,b',
    'a"b',
    ' "quoted" ',
    'semi;colon',
    '<b>',
    '日本',
    '👩‍👩‍👧',
  ]

  test.each(['json', 'csv'] as const)('as %s reads back exactly', async (format) => {
    HOSTILE.forEach((label, n) => {
      watchlist.save({
        address: `0x${String(n + 1).padStart(40, '0')}`,
        chainId: n % 2 ? '8453' : null,
        label,
        note: `${label}\nsecond line, "quoted"; and\tmore`,
        colour: n % 3 ? 'blue' : null,
        groups: n % 4 ? ['One', 'Two, three'] : [],
        watched: n % 5 !== 0,
      })
    })
    const handlers = watchHandlers({ watchlist, imports })
    const { name, text } = await handlers['watchlist.export']({ format }, { signal, connection: {} })
    expect(name).toBe(`chainglass-watchlist.${format}`)
    const before = watchlist.index
      .all()
      .map(({ id, ...entry }) => ({ ...entry, note: watchlist.read(id).note }))
    watchlist.remove(watchlist.index.all().map(({ id }) => id))
    const { report } = await take(text)
    expect(report).toMatchObject({ counts: { added: HOSTILE.length, refused: 0 }, issues: [], adjusted: 0 })
    const after = watchlist.index
      .all()
      .map(({ id, ...entry }) => ({ ...entry, note: watchlist.read(id).note }))
    expect(after).toEqual(before)
    expect((await take(text)).report.counts).toMatchObject({ same: HOSTILE.length, added: 0, changed: 0 })
  })

  test('as CSV begins no cell with what a spreadsheet runs', async () => {
    HOSTILE.forEach((label, n) =>
      watchlist.save({ address: `0x${String(n + 1).padStart(40, '0')}`, chainId: null, label }),
    )
    const handlers = watchHandlers({ watchlist, imports })
    const { text } = await handlers['watchlist.export']({ format: 'csv' }, { signal, connection: {} })
    for (const cell of text.split(/[,\r\n]+/)) expect(cell).not.toMatch(/^"?[=+\-@\t]/)
  })
})

describe('10,000 labels with duplicates, wrong addresses and hostile text', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '=HYPERLINK("http://x")',
    '\u202egnihsihp',
    'a\u0000b',
    "'; DROP TABLE watched; --",
    '"',
    '🏴‍☠️',
    '%s%n${x}',
    '__proto__',
  ]
  const address = (n: number) =>
    `0x${((BigInt(n) * 0x9e3779b97f4a7c15f39cc0605cedc835n) % 2n ** 160n).toString(16).padStart(40, '0')}`
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = ['address,label']
  for (let n = 0; n < 10_000; n += 1) {
    const label = `${hostile[n % hostile.length] ?? ''} ${String(n)}`
    if (n % 10 === 9)
      lines.push(`${address(n - 1)},${quote('again')}`) // 1,000 duplicates
    else if (n % 10 === 8 && n % 100 === 98)
      lines.push(`${address(n).slice(0, -1)}g,${quote(label)}`) // 100 wrong
    else lines.push(`${n % 2 ? address(n) : (parseAddress(address(n))?.address ?? '')},${quote(label)}`)
  }
  const text = lines.join('\r\n')

  test('exact report, everything or nothing, undone in one step', async () => {
    const preview = await imports.preview(text, {}, signal)
    const report = imports.apply(preview.token, 'theirs')
    // The entry that repeats a wrong address is its first valid one: 100 of the 1,000 become entries.
    expect(report.counts).toEqual({
      rows: 10_000,
      added: 9_000,
      changed: 0,
      same: 0,
      kept: 0,
      repeated: 900,
      refused: 100,
    })
    expect(report.counts).toEqual(preview.counts)
    expect(watchlist.index.size).toBe(9_000)
    expect(watchlist.index.find(address(4))?.label).toBe("'; DROP TABLE watched; -- 4")
    expect(watchlist.index.find(address(2))?.label).toBe('gnihsihp 2')
    expect(watchlist.undo(report.undo)).toEqual({ restored: 9_000, left: 0 })
    expect(watchlist.index.size).toBe(0)
  })

  test('a disk that fills half way leaves nothing of it', async () => {
    watchlist.save({ address: A, chainId: null, label: 'before' })
    const preview = await imports.preview(text, {}, signal)
    const pages = store.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0
    store.exec(`PRAGMA max_page_count = ${String(pages + 40)}`)
    expect(() => imports.apply(preview.token, 'theirs')).toThrow('disk is full')
    expect(watchlist.index.all().map(({ label }) => label)).toEqual(['before'])
    expect(store.get('SELECT count(*) AS n FROM watched')).toEqual({ n: 1 })
    store.exec('PRAGMA max_page_count = 1000000')
    expect(imports.apply(preview.token, 'theirs').counts.added).toBe(9_000)
  })
})

test('a chain with a name that every object has is no chain', async () => {
  const { preview } = await take(`address,label,chain\n${A},Ann,constructor\n${B},Bob,__proto__\n${C},Cid,1`)
  expect(preview.counts).toMatchObject({ rows: 3, added: 1 })
  expect(all()).toEqual([[C, '1', 'Cid', '']])
})

test('a line of commas makes no millions of cells', () => {
  const { rows, count } = readCsv(`a${','.repeat(1_000_000)}b\n${A},x`, 10)
  expect(rows.map(({ cells }) => cells.length)).toEqual([256, 2])
  expect(count).toBe(2)
})

test('an entry of keys without an end is not parsed', async () => {
  const keys = Array.from({ length: 500_000 }, (_, at) => `"k${String(at)}":1`).join()
  await expect(take(`[{"address":"${A}",${keys}}]`)).rejects.toMatchObject({
    error: { code: 'invalid_input', reason: 'file_of_too_many_values' },
  })
  // The number of addresses is within the limit.
  const names = Array.from({ length: 90_000 }, (_, at) => [`0x${at.toString(16).padStart(40, '0')}`, 'x'])
  const { counts } = await imports.preview(JSON.stringify(Object.fromEntries(names)), {}, signal)
  expect(counts.rows).toBe(90_000)
})

test.each([
  ['of commas', ','.repeat(8_000_000)],
  ['of commas and one address', `${A}${','.repeat(8_000_000)}`],
  ['of lines', 'a\n'.repeat(4_000_000)],
  ['of empty lines', '\n'.repeat(8_000_000)],
  ['of quotes', '"'.repeat(8_000_000)],
  ['of quoted cells', '"",'.repeat(2_600_000)],
  ['of blanks', ' '.repeat(8_000_000)],
  ['of blanks before each comma', '   ,'.repeat(2_000_000)],
  ['of JSON numbers', `[${'1,'.repeat(4_000_000)}1]`],
  ['of JSON objects', `[${'{},'.repeat(2_600_000)}{}]`],
  ['of JSON lists in lists', '['.repeat(8_000_000)],
  ['of JSON keys', `{${Array.from({ length: 600_000 }, (_, n) => `"k${String(n)}":1,`).join('')}"z":1}`],
])('8 MB %s are read or refused', async (_name, text) => {
  await imports.preview(text, {}, signal).catch(() => undefined)
})

test('a file made to be slow to read is read or refused', async () => {
  const nasty = [
    `${A},"` + '""'.repeat(500_000),
    A + ',"a"b'.repeat(200_000),
    `${A},x\n` + '"\n'.repeat(90_000),
    JSON.stringify([{ address: A, label: '0x'.repeat(1_000_000) }]),
    `address\n${'https://a/'.repeat(200)}${A}\n`.repeat(100),
  ]
  for (const text of nasty) await imports.preview(text, {}, signal).catch(() => undefined)
})
