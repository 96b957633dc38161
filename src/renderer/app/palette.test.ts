import { describe, expect, test } from 'vitest'
import { SAMPLE_CHAIN_ID } from '#shared/chains.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import type { Command } from '#renderer/stores/commands.ts'
import type { RecentItem } from '#shared/rpc/contract/app.ts'
import { parseTargets } from '#shared/targets/parse-target.ts'
import { commandSection } from '../features/omnibox/command-section.ts'
import { buildPalette } from '../features/omnibox/palette.ts'
import { targetSections } from '../features/omnibox/target-sections.ts'
import { recentSection } from '../features/recent/recent-section.ts'
import { sourceSection } from '../features/sources/source-section.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const HASH = `0x${'5c'.repeat(32)}`

const shared = (id: string, name: string, host: string) => ({
  id,
  name,
  host,
  coin: { symbol: 'ETH', decimals: 18 },
  builtIn: true,
  limits: {},
  key: { state: 'none' } as const,
})
const sample: SourceView = {
  ...shared('sample', 'Sample chain', 'inside'),
  kind: 'sample',
  chainId: SAMPLE_CHAIN_ID,
}
const instance = (id: string, name: string, baseUrl: string, chainId?: string): SourceView => ({
  ...shared(id, name, baseUrl.replace('https://', '')),
  kind: 'instance',
  baseUrl,
  auth: 'bearer',
  ...(chainId === undefined ? {} : { chainId }),
})
const commands: Command[] = [
  { id: 'go', label: 'Sources', group: 'Go', run: () => undefined },
  { id: 'theme', label: 'Dark theme', group: 'View', keys: 'd', run: () => undefined },
  { id: 'k', label: 'Search', group: 'Go', keys: 'mod+k', keyboardOnly: true, run: () => undefined },
  { id: 'copy', label: 'Copy address', group: 'Here', keys: 'c', run: () => undefined },
]
interface Context {
  readonly source: string
  readonly sources: readonly SourceView[]
  readonly recent: readonly RecentItem[]
}
const context: Context = {
  source: 'sample',
  sources: [
    sample,
    instance('eth', 'Ethereum', 'https://eth.blockscout.com', '1'),
    instance('base', 'Base', 'https://base.blockscout.com', '8453'),
    { ...instance('gno', 'Gnosis', 'https://gnosis.blockscout.com', '100'), hidden: true },
  ],
  recent: [
    { source: 'eth', path: `/address/${ADDRESS}`, title: 'vitalik.eth' },
    { source: 'sample', path: `/tx/${HASH}`, title: '0x5c5c…5c5c' },
  ],
}
const paletteFor = (typed: string, { source, sources, recent }: Context) =>
  buildPalette(typed, [
    (query) => [
      ...targetSections(query, sources, source, () => undefined),
      commandSection(query, commands),
      sourceSection(
        query,
        sources.filter(({ hidden }) => !hidden),
      ),
      recentSection(query, recent, sources),
    ],
  ])
const lines = (typed: string, of: Context = context) =>
  paletteFor(typed, of).sections.map(({ title, items }) => [title, ...items.map(({ label }) => label)])

describe('the palette', () => {
  test('with nothing typed: recent items, then commands, those of the current page first', () => {
    expect(lines('  ')).toEqual([
      ['Recent', 'vitalik.eth', '0x5c5c…5c5c'],
      ['Commands', 'Copy address', 'Dark theme', 'Sources'],
    ])
  })

  test('a source is found by its name, its host, and by the words that it stands with', () => {
    expect(lines('sw').map(([title]) => title)).not.toContain('Sources')
    for (const typed of ['base', 'base.blockscout', 'switch to ba'])
      expect(lines(typed)).toContainEqual(['Sources', 'Switch to Base'])
  })

  test('an address opens here, as a token, and on every other source that is shown', () => {
    const palette = paletteFor(ADDRESS, context)
    expect(palette.sections.map(({ title }) => title)).toEqual(['Address', 'On other chains', 'Recent'])
    expect(palette.sections[0]!.items.map(({ action }) => action)).toEqual([
      { kind: 'go', to: { name: 'address', params: { source: 'sample', hash: ADDRESS } }, source: 'sample' },
      { kind: 'go', to: { name: 'token', params: { source: 'sample', hash: ADDRESS } }, source: 'sample' },
    ])
    expect(palette.sections[1]!.items.map(({ label }) => label)).toEqual(['Open on Ethereum', 'Open on Base'])
    expect(palette.hints).toEqual([])
  })

  test('in any case it is shown with its checksum, and a wrong one is warned of', () => {
    expect(lines(ADDRESS.toLowerCase())[0]).toContain(ADDRESS)
    const wrong = paletteFor(ADDRESS.replace('dA6B', 'da6B'), context)
    expect(wrong.sections[0]).toMatchObject({ tone: 'warn' })
    expect(wrong.hints.join()).toMatch(/checksum/)
  })

  test('a link opens the chain it names, wherever one is', () => {
    const first = paletteFor(`https://basescan.org/address/${ADDRESS}#tokentxns`, context).sections[0]!
      .items[0]!
    expect(first.action).toMatchObject({ kind: 'go', source: 'base' })
    const tx = paletteFor(`https://eth.blockscout.com/tx/${HASH}`, context).sections[0]!
    expect(tx).toMatchObject({ title: 'Transaction' })
    expect(tx.items[0]!.action).toMatchObject({
      to: { name: 'transaction', params: { source: 'eth', hash: HASH } },
    })
  })

  test('a link to a chain no source reads offers to add it, with its host', () => {
    const [missing] = paletteFor(`https://optimism.blockscout.com/address/${ADDRESS}`, context).sections
    expect(missing).toMatchObject({
      title: 'No source reads Optimism yet',
      items: [{ action: { to: { name: 'sources', query: { add: 'optimism.blockscout.com' } } } }],
    })
  })

  test('several that are pasted open as one, or each in a tab, before each of them alone', () => {
    const opened: unknown[] = []
    const other = `0x${'12'.repeat(20)}`
    const query = (text: string) => ({ text, targets: parseTargets(text).targets })
    const all = (text: string) =>
      targetSections(query(text), context.sources, 'sample', (routes) => opened.push(...routes))[0]!
    const [together, each] = all(`${ADDRESS} ${other}`).items
    expect(together).toMatchObject({
      label: 'Read 2 addresses as one',
      action: { to: { name: 'addresses', params: { source: 'sample', hashes: `${ADDRESS},${other}` } } },
    })
    expect(each!.label).toBe('Open 2 places, each in a tab')
    if (each!.action.kind === 'run') each!.action.run()
    expect(opened).toMatchObject([{ params: { hash: ADDRESS } }, { params: { hash: other } }])
    expect(all(`${ADDRESS} ${HASH}`).items.map(({ id }) => id)).toEqual(['each'])
    // What is mistyped does not open by Enter.
    const mistyped = `${other} ${ADDRESS.replace('dA6B', 'da6B')}`
    expect(all(mistyped).items[0]!.id).toBe('target:0')
    expect(
      lines(mistyped)
        .map(([title, ...items]) => [title, items.length])
        .at(2),
    ).toEqual(['All of them', 1])
    expect(lines(`${ADDRESS} ${other}`).map(([title]) => title)).toEqual([
      'All of them',
      'Address',
      'Address',
      'On other chains',
    ])
  })

  test('of more addresses than are shown it is said', () => {
    const many = Array.from({ length: 12 }, (_, at) => `0x${String(at).padStart(40, 'a')}`).join(' ')
    expect(paletteFor(many, context).hints.join()).toContain('The first 10 of 12')
  })

  test('an address that is one digit short says so and finds where one has been', () => {
    const palette = paletteFor(ADDRESS.slice(0, -1), context)
    expect(palette.hints[0]).toMatch(/one digit|1 digit/)
    expect(palette.sections).toMatchObject([{ title: 'Recent', items: [{ label: 'vitalik.eth' }] }])
  })

  test('a word finds recent items, sources and commands', () => {
    expect(lines('vital')).toEqual([['Recent', 'vitalik.eth']])
    expect(lines('base')).toEqual([['Sources', 'Switch to Base']])
    expect(lines('theme')).toEqual([['Commands', 'Dark theme']])
    expect(lines('gnosis')).toEqual([])
  })

  test('a command is found by what other programs call it, after those that are called so', () => {
    const offered: readonly Command[] = [
      { id: 'go.sources', label: 'Sources', group: 'Here', run: () => undefined },
      { id: 'case.split', label: 'Split the case', group: 'Go', run: () => undefined },
      { id: 'place.split', label: 'Open this place beside', group: 'View', run: () => undefined },
    ]
    const found = (text: string) =>
      commandSection({ text, targets: [] }, offered).items.map(({ label }) => label)
    expect(found('split')).toEqual(['Split the case', 'Open this place beside'])
    expect(found('pane')).toEqual(['Open this place beside'])
    expect(found('API key')).toEqual(['Sources'])
    expect(found('place compare')).toEqual(['Open this place beside'])
    expect(found('constructor')).toEqual([])
  })

  test('with nothing typed commands leave room for what else there is; typed, all are found', () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ ...commands[1]!, id: `t${String(at)}` }))
    const count = (text: string) => commandSection({ text, targets: [] }, many).items.length
    expect(count('')).toBe(8)
    expect(count('theme')).toBe(30)
  })

  test('nothing found says what it could be', () => {
    const palette = paletteFor('flurb', context)
    expect(palette.sections).toEqual([])
    expect(palette.hints[0]).toMatch(/address.*transaction.*link/)
  })

  test('a block opens on the source in front, or on another', () => {
    const [here, elsewhere] = paletteFor('19,204,118', { ...context, source: 'eth' }).sections
    expect(here).toMatchObject({
      title: 'Block',
      items: [
        {
          label: 'Block 19204118',
          detail: 'on Ethereum',
          icon: { kind: 'block' },
          action: { kind: 'go', to: { name: 'block', params: { source: 'eth', block: '19204118' } } },
        },
      ],
    })
    expect(elsewhere!.items.map(({ label }) => label)).toContain('Open on Base')
  })

  test('a link to a block, by its hash, opens on the chain it names', () => {
    const hash = `0x${'ab'.repeat(32)}`
    const [here] = paletteFor(`https://base.blockscout.com/block/${hash}`, context).sections
    expect(here!.items).toMatchObject([
      { action: { to: { name: 'block', params: { source: 'base', block: hash } } } },
    ])
  })
})
