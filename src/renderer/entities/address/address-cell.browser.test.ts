import { expect, test } from 'vitest'
import { h, shallowRef, type VNode } from 'vue'
import { exampleContext } from '#renderer/testing/cell-context.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import type { CellContext } from '../cell-context.ts'
import { tokenCell } from '../token/token-cell.ts'
import AddressLink from './AddressLink.vue'
import { addressCell } from './address-cell.ts'

const contextWith = (labels: ReadonlyMap<string, string>): CellContext => ({
  ...exampleContext,
  source: 'sample',
  labels,
  imitated: new Map([[OTHER, OWN]]),
})
const inDiv = (cells: () => (VNode | null)[]) => () => h('div', h(cells))
const OWN = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const OTHER = '0xd8da000000000000000000000000000000006045'

test('an own label looks unlike the same name from a chain, in a row and in a text', async () => {
  const context = contextWith(new Map([[OWN, 'Treasury']]))
  const Cells = () => [
    addressCell({ hash: OWN }, context),
    addressCell({ hash: OTHER, ens_domain_name: 'Treasury' }, context),
    addressCell({ hash: `0x${'1'.repeat(40)}`, name: '◈ Treasury' }, context),
  ]
  const { wrapper } = await mountInApp(inDiv(Cells))
  const [own, ens, marked] = wrapper.findAll('a')
  expect(own!.find('[aria-label="Your label"]').exists()).toBe(true)
  expect(own!.attributes('title')).toBe(`◈ Treasury\n${OWN}`)
  expect(ens!.find('[aria-label="Your label"]').exists()).toBe(false)
  expect(ens!.attributes('title')).toBe(`Treasury\n${OTHER}`)
  expect(marked!.text()).not.toContain('◈')
})

test('the letter that is drawn for the picture of a token is not read aloud before its name', async () => {
  const token = { address_hash: OTHER, symbol: 'USDC', type: 'ERC-20' }
  const { wrapper } = await mountInApp(inDiv(() => [tokenCell(token, exampleContext)]))
  expect(getComputedStyle(wrapper.get('a').element, '::before').content).toBe('"U" / ""')
})

test('two addresses alike at both ends are drawn with the digits that tell them apart', async () => {
  const context = contextWith(new Map())
  const shown = shallowRef([`0x${'5e'.repeat(20)}`])
  const Cells = () => shown.value.map((hash) => addressCell({ hash }, context))
  const { wrapper } = await mountInApp(inDiv(Cells))
  const [first = ''] = shown.value
  const texts = () => wrapper.findAll('.mono').map((each) => each.text())
  expect(texts()).toEqual([`${first.slice(0, 6)}…${first.slice(-4)}`])
  shown.value = [first, `${first.slice(0, 6)}${'0'.repeat(32)}${first.slice(-4)}`]
  await expect
    .poll(texts)
    .toEqual([`${first.slice(0, 7)}…${first.slice(-5)}`, `${first.slice(0, 6)}0…0${first.slice(-4)}`])
})

test('a token that is written to look like a well-known one says so', async () => {
  const context = contextWith(new Map())
  const token = (symbol: string) =>
    h(() => tokenCell({ address_hash: OTHER, symbol, name: 'A token' }, context))
  const { wrapper } = await mountInApp(inDiv(() => [token('USD\u0421'), token('US\u200bDC'), token('USDC')]))
  const cells = wrapper.findAll('a').map((each) => each.text())
  expect(cells[0]).toBe('USD\u0421not USDC')
  expect(cells[1]).toBe('US\ufffdDCnot USDC')
  expect(cells[2]).toBe('USDC')
})

test('a look-alike of a counterparty is marked with the address it imitates', async () => {
  const Cells = (labels: ReadonlyMap<string, string>) => () => [
    addressCell({ hash: OTHER }, contextWith(labels)),
    addressCell({ hash: OWN }, contextWith(labels)),
  ]
  const { wrapper } = await mountInApp(inDiv(Cells(new Map())))
  const [fake, real] = wrapper.findAll('a')
  expect(fake!.get('.imitation').text()).toMatch(/^imitates ≠0xd8dA6.*…\d*6045$/)
  expect(fake!.get('.imitation').attributes('title')!.toLowerCase()).toContain(OWN)
  expect(real!.find('.imitation').exists()).toBe(false)
  const named = await mountInApp(inDiv(Cells(new Map([[OWN, 'Treasury']]))))
  expect(named.wrapper.get('.imitation').text()).toContain('Treasury')
})

/** Width of the visible part of `inner` within `outer`, px. */
function seenWidth(outer: Element, inner: Element | Range) {
  const [box, part] = [outer.getBoundingClientRect(), inner.getBoundingClientRect()]
  if (part.top >= box.bottom || part.bottom <= box.top) return 0
  return Math.min(box.right, part.right) - Math.max(box.left, part.left)
}

function rangeOf(text: ChildNode) {
  const range = document.createRange()
  range.selectNodeContents(text)
  return range
}

test('names of one owner are cut before their ends, and are read whole', async () => {
  const context = contextWith(new Map())
  const named = (name: string) => h(() => addressCell({ hash: `0x${'2'.repeat(40)}`, name }, context))
  const names = ['Harbour Exchange: Cold Wallet', 'Harbour Exchange: Hot Wallet 2']
  const { wrapper, element } = await mountInApp(inDiv(() => names.map(named)))
  element.style.width = '128px'
  for (const [at, link] of wrapper.findAll('a').entries()) {
    const tail = rangeOf(link.element.lastChild!)
    expect(tail.toString().trim()).toBe(['Wallet', 'llet 2'][at])
    expect(seenWidth(element, tail)).toBeCloseTo(tail.getBoundingClientRect().width)
    // A screen reader reads the name as one text, and the link contains no other text.
    expect(link.attributes('aria-label')).toBe(names[at])
    expect(link.element.textContent).toBe(names[at])
  }
})

test.each([
  ['in a row', (name: string) => h(() => addressCell({ hash: OTHER, name }, contextWith(new Map())))],
  ['in a text', (name: string) => h(AddressLink, { source: 'sample', address: { hash: OTHER, name } })],
])('of a long name at least two letters and an ellipsis are seen of its beginning, %s', async (_, show) => {
  const { element } = await mountInApp(inDiv(() => [show('Harbour Exchange')]))
  element.style.width = '80px'
  const head = () => element.querySelector('bdi > span, .split > span')!
  const widthOf = (text: string) => {
    const measure = document.createElement('canvas').getContext('2d')!
    measure.font = getComputedStyle(head()).font
    return measure.measureText(text).width
  }
  await expect.poll(() => head().getBoundingClientRect().width).toBeGreaterThan(widthOf('Ha…'))
})

test.each([
  ['in a row', (name: string) => h(() => addressCell({ hash: OTHER, name }, contextWith(new Map())))],
  ['in a text', (name: string) => h(AddressLink, { source: 'sample', address: { hash: OTHER, name } })],
])('a name that begins right to left begins on the left, cut or not, %s', async (_, show) => {
  const name = 'שקל720.sample-name.eth'
  const { element } = await mountInApp(inDiv(() => [show(name)]))
  // The visible letters of the name, from left to right.
  const seen = () => {
    const left = (at: number) => {
      const walker = document.createTreeWalker(element.querySelector('bdi')!, NodeFilter.SHOW_TEXT)
      for (
        let from = 0, node = walker.nextNode();
        node;
        from += node.textContent!.length, node = walker.nextNode()
      ) {
        if (at >= from + node.textContent!.length) continue
        const range = document.createRange()
        range.setStart(node, at - from)
        range.setEnd(node, at - from + 1)
        const { left } = range.getBoundingClientRect()
        return left < node.parentElement!.getBoundingClientRect().right ? left : Infinity
      }
      return Infinity
    }
    const places = [...name].map((letter, at) => ({ letter, at: left(at) })).filter(({ at }) => at < Infinity)
    return places
      .sort((one, other) => one.at - other.at)
      .map(({ letter }) => letter)
      .join('')
  }
  element.style.width = '400px'
  await expect.poll(seen).toBe('לקש720.sample-name.eth')
  element.style.width = '140px'
  await expect.poll(seen).toMatch(/^לקש720/)
  expect(seen()).not.toContain('eth')
})

test('whom a token imitates is said whole, or by its sign alone where there is no room', async () => {
  const context = contextWith(new Map())
  const token = { address_hash: OTHER, symbol: 'USD\u0421', name: 'A Very Long Name of a Token' }
  const { wrapper, element } = await mountInApp(inDiv(() => [tokenCell(token, context, 'name')]))
  element.style.width = '240px'
  const doubt = wrapper.get('.doubt')
  const words = rangeOf(doubt.element.lastChild!)
  const seen = () => Math.round(seenWidth(doubt.element, words))
  expect(words.toString()).toBe('not USDC')
  expect(seen()).toBe(Math.round(words.getBoundingClientRect().width))
  element.style.width = '110px'
  await expect.poll(seen).toBe(0)
  expect(seenWidth(element, doubt.get('svg').element)).toBe(13)
})
