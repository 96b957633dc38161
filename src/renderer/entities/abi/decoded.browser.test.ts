import { mount } from '@vue/test-utils'
import { describe, expect, it, test } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { defineComponent, h, nextTick, shallowRef, toValue, type PropType, type ShallowRef } from 'vue'
import type { Decoded, DecodedArgument } from '#shared/abi/decoded.ts'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'
import { fail } from '#shared/errors/errors.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import DecodedArguments from './DecodedArguments.vue'
import DecodedName from './DecodedName.vue'
import { exampleContext } from '#renderer/testing/cell-context.ts'
import { decodedLine } from './decoded-line.ts'
import { useDecoded } from './use-decoded.ts'

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const decoded = (more: Partial<Decoded> = {}): Decoded => ({
  name: 'approve',
  signature: 'approve(address spender, uint256 value)',
  selector: '0x095ea7b3',
  origin: 'standard',
  from: 'ERC-20',
  isCertain: true,
  arguments: [
    { name: 'spender', type: 'address', value: A },
    { name: 'value', type: 'uint256', value: (2n ** 256n - 1n).toString() },
  ],
  ...more,
})

/** Whether any pixel of the window is red. */
async function showsRed(): Promise<boolean> {
  const { data: base64 } = await cdp().send('Page.captureScreenshot')
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!
  canvas.drawImage(image, 0, 0)
  const { data } = canvas.getImageData(0, 0, image.width, image.height)
  return data.some((red, at) => at % 4 === 0 && red > 200 && data[at + 1]! < 90 && data[at + 2]! < 90)
}

test('a decoded number that has no room is not drawn with fewer digits', async () => {
  const argument = (name: string, value: string) => ({ name, type: 'uint256', value })
  const set = decoded({ name: 'set', arguments: [argument('a', '41'), argument('b', '123456789'.repeat(8))] })
  const { element } = await mountInApp(() => h('div', [decodedLine(set, exampleContext)]))
  const number = [...element.querySelectorAll<HTMLElement>('bdi.mono')].at(-1)!
  expect(number.textContent).toMatch(/^123,456,789,123,456,789,123…[\d,]{15}$/)
  number.style.color = 'rgb(255 0 0)'
  element.style.background = 'white'
  element.style.width = '700px'
  expect(await showsRed()).toBe(true)
  const { left, right } = number.getBoundingClientRect()
  for (const room of [left + 4, (left + right) / 2, right - 3]) {
    element.style.width = `${String(room - element.getBoundingClientRect().left)}px`
    expect(await showsRed()).toBe(false)
  }
})

test('values of a line stand on the line of their names', async () => {
  const transfer = decoded({
    name: 'Transfer',
    arguments: [
      { name: 'value', type: 'uint256', value: '1500250000' },
      { name: 'at', type: 'address', value: A },
    ],
  })
  const token = { address_hash: A, symbol: 'SUSD', decimals: '6', type: 'ERC-20' }
  const context = { ...exampleContext, tokenOf: () => token as never }
  const { element } = await mountInApp(() => h('div', [decodedLine(transfer, context, A)]))
  element.style.width = '700px'
  const tops = new Map<string, number>()
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    tops.set(range.toString().trim(), range.getBoundingClientRect().top)
  }
  expect(tops.get('1,500')).toBe(tops.get('value'))
  expect(tops.get('SUSD')).toBe(tops.get('value'))
})

test('the value of each argument is drawn after its name, also where names are written from right to left', async () => {
  const argument = (name: string, value: string) => ({ name, type: 'uint256', value })
  const set = decoded({ name: 'set', arguments: [argument('אבג', '41'), argument('דהו', '42')] })
  const { element } = await mountInApp(() => h('div', [decodedLine(set, exampleContext)]))
  element.style.width = '700px'
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const drawn = new Map<string, number>()
  while (walker.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    drawn.set(range.toString().trim(), range.getBoundingClientRect().left)
  }
  const texts = ['אבג', '41', 'דהו', '42']
  expect(texts.toSorted((a, b) => drawn.get(a)! - drawn.get(b)!)).toEqual(texts)
})

describe('a decoded name', () => {
  it('says who knows it, and that a guess is one', () => {
    const name = (more: Partial<Decoded>) => mount(DecodedName, { props: { decoded: decoded(more) } })
    expect(name({}).attributes()).toMatchObject({
      'data-origin': 'standard',
      title: 'approve(address spender, uint256 value)\nFrom the standard ERC-20',
    })
    const guess = name({ origin: 'pack', from: '@a/b', isCertain: false })
    expect(guess.attributes('title')).toContain('may be another function of the same four bytes')
    expect(guess.text()).toContain('may be another function')
    expect(name({ origin: 'verified', from: 'Vault' }).find('svg').exists()).toBe(true)
  })

  it('is the selector with its types where nobody but the code knows it', () => {
    const nameless = decoded({
      name: '0x1a2b3c4d',
      signature: '0x1a2b3c4d(address, uint256)',
      origin: 'bytecode',
      isCertain: false,
    })
    const name = mount(DecodedName, { props: { decoded: nameless } })
    expect(name.get('bdi').text()).toBe('0x1a2b3c4d(address, uint256)')
    expect(name.attributes()).toMatchObject({
      'data-origin': 'bytecode',
      title: '0x1a2b3c4d(address, uint256)\nTypes found in the contract’s code; the name is not known',
    })
    // With `isShort`, the arguments are left to the caller.
    const short = mount(DecodedName, { props: { decoded: nameless, isShort: true } })
    expect(short.get('bdi').text()).toBe('0x1a2b3c4d')
  })
})

describe('decoded arguments', () => {
  const show = (args: readonly DecodedArgument[]) =>
    mountInApp(DecodedArguments, { props: { source: 'eth', arguments: args } })

  it('open the calls inside, to the last', async () => {
    const inner = decoded({
      name: 'multicall',
      arguments: [
        {
          name: 'data',
          type: 'bytes[]',
          value: {
            list: [
              {
                bytes: '0x095ea7b3',
                calls: [
                  {
                    to: A,
                    value: '1000000000000000000',
                    input: '0x095ea7b3',
                    kind: 'delegatecall',
                    decoded: decoded(),
                  },
                ],
              },
            ],
          },
        },
      ],
    })
    const { wrapper } = await show([
      {
        name: 'data',
        type: 'bytes',
        value: {
          bytes: '0xac9650d8',
          calls: [{ to: null, value: null, input: '0xac9650d8', kind: 'call', decoded: inner }],
        },
      },
    ])
    expect(wrapper.findAll('.decoded-name').map((name) => name.text().split(',')[0])).toEqual([
      'multicall',
      'approve',
    ])
    expect(wrapper.text()).toContain('delegate call')
    expect(wrapper.text()).toContain('unlimited')
    expect(wrapper.findAll(`[data-address="${A.toLowerCase()}"]`)).toHaveLength(2)
  })

  it('show a part of a long list, and all of what was given when asked for', async () => {
    const list = Array.from({ length: 60 }, (_, at) => String(at))
    const { wrapper } = await show([{ name: 'ids', type: 'uint256[]', value: { list, omitted: 940 } }])
    const shown = () => wrapper.findAll('.leaf').length
    expect(shown()).toBe(20)
    expect(wrapper.text()).toContain('940 more are only in the raw data')
    expect(wrapper.get('.more-button').text()).toBe('Show all 60')
    await userEvent.click(wrapper.get('.more-button').element)
    await expect.poll(shown).toBe(60)
  })

  it('cut long bytes, and show what a tuple and a time are', async () => {
    const { wrapper } = await show([
      { name: null, type: 'bytes', value: `0x${'ab'.repeat(5_000)}` },
      {
        name: 'order',
        type: '(uint256 deadline, bool open)',
        value: {
          fields: [
            { name: 'deadline', type: 'uint256', value: '1767225600' },
            { name: 'open', type: 'bool', value: 'true' },
          ],
        },
      },
    ])
    expect(wrapper.text()).toContain('Show all 5,000 bytes')
    expect(wrapper.find('time').exists()).toBe(true)
    expect(wrapper.text()).toContain('tuple')
  })
})

const Origins = defineComponent({
  props: { items: { type: Object as PropType<ShallowRef<readonly DecodableItem[]>>, required: true } },
  setup(props) {
    const { results } = useDecoded('eth', () => toValue(props.items))
    return () => h('p', results.value.map((one) => one?.origin ?? 'none').join())
  },
})

describe('useDecoded', () => {
  const item = (input: string): DecodableItem => ({ kind: 'call', to: A, input })

  it('gives what is known at once, asks the source then, and sends no item twice', async () => {
    const core = createScriptedCore()
    core.handle('abi.decode', ({ items, askSource }) => ({
      results: items.map(() => (askSource ? decoded({ origin: 'verified' }) : decoded({ origin: 'pack' }))),
    }))
    const items = shallowRef([item('0x01')])
    const { wrapper } = await mountInApp(Origins, { core, props: { items } })
    await expect.poll(() => wrapper.text()).toBe('verified')
    items.value = [item('0x01'), item('0x02'), item(`0x${'00'.repeat(2_000_000)}`)]
    await nextTick()
    await expect.poll(() => wrapper.text()).toBe('verified,verified,none')
    const sent = core.inputsOf('abi.decode').map(({ items: part, askSource }) => [part.length, askSource])
    expect(sent).toEqual([
      [1, false],
      [1, true],
      [1, false],
      [1, true],
    ])
    // A new ABI may name the items.
    core.emit('abi.changed', [])
    await expect.poll(() => core.inputsOf('abi.decode').at(-1)?.items.length).toBe(2)
  })

  it('asks the source again for what it was asked in vain, once the items change', async () => {
    const core = createScriptedCore()
    const isFirst = () => core.inputsOf('abi.decode').filter(({ askSource }) => askSource).length === 1
    core.handle('abi.decode', ({ items, askSource }) =>
      askSource && isFirst()
        ? fail({ code: 'offline' })
        : { results: items.map(() => decoded({ origin: askSource ? 'verified' : 'pack' })) },
    )
    const items = shallowRef([item('0x01')])
    const { wrapper } = await mountInApp(Origins, { core, props: { items } })
    await expect.poll(() => wrapper.text()).toBe('pack')
    await expect.poll(() => core.inputsOf('abi.decode').length).toBe(2)
    items.value = [item('0x01'), item('0x02')]
    await expect.poll(() => wrapper.text()).toBe('verified,verified')
  })
})
