import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h } from 'vue'
import { fail } from '#shared/errors/errors.ts'
import type { WellKnownToken } from '#shared/rpc/contract/tokens.ts'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import { MAX_PLACES } from '#shared/workspace/limits.ts'
import { defineFeature } from '../feature.ts'
import type { PaletteProvider } from '../palette-provider.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import { useCommands } from '#renderer/stores/commands.ts'
import { usePalette } from '#renderer/stores/palette.ts'
import { useToasts } from '#renderer/stores/toasts.ts'
import { useWorkspace } from '#renderer/stores/workspace.ts'
import FindButton from '#renderer/ui/FindButton.vue'
import Omnibox from './Omnibox.vue'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

const offering = (provide: PaletteProvider) => () => Promise.resolve(() => provide)

/** Two providers: one offers the typed address, the other offers two fruits to run. */
function createFeatures(run: (fruit: string) => void) {
  return [
    defineFeature({
      palette: offering((query) => [
        {
          order: 20,
          title: 'Fruits',
          items: ['apple', 'pear']
            .filter((fruit) => fruit.includes(query.text))
            .map((fruit) => ({
              id: fruit,
              label: fruit,
              icon: { kind: 'command' },
              action: {
                kind: 'run',
                run: () => {
                  run(fruit)
                },
              },
            })),
        },
      ]),
    }),
    defineFeature({
      palette: offering((query) => [
        {
          order: 10,
          title: 'Targets',
          items: query.targets.flatMap((target) =>
            target.kind === 'address'
              ? [
                  {
                    id: 'target',
                    label: target.address,
                    icon: { kind: 'address', address: target.address },
                    action: { kind: 'go', to: `/s/eth/address/${target.address}`, source: 'eth' },
                  },
                ]
              : [],
          ),
        },
      ]),
    }),
  ]
}
const field = () => page.getByRole('combobox', { name: 'Search' })
const button = () => page.getByRole('button', { name: 'Search or paste' })
const show = () => userEvent.click(button())
async function fill(text: string) {
  if (field().all().length === 0) await show()
  await userEvent.fill(field(), text)
}
const labels = () =>
  page
    .getByRole('option')
    .all()
    .map((option) => option.element().textContent.trim())

test('opens on a click, runs what the arrow keys chose, and gives the focus back on Escape', async () => {
  const ran: string[] = []
  await mountInApp(Omnibox, { features: createFeatures((fruit) => ran.push(fruit)) })
  await show()
  await expect.element(field()).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(labels).toEqual(['apple', 'pear'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => ran).toEqual(['pear'])
  await expect.element(field()).not.toBeInTheDocument()

  await show()
  await userEvent.keyboard('app')
  await expect.poll(labels).toEqual(['apple'])
  await userEvent.keyboard('{Escape}')
  await expect.element(field()).not.toBeInTheDocument()
  await expect.element(button()).toHaveFocus()
  await show()
  await expect.element(field()).toHaveValue('')
})

test('after a command from another search of the page, that one no longer takes the keys', async () => {
  const Searches = () => [h(Omnibox), h(FindButton, { label: 'Wide', keys: '', onFind: usePalette().open })]
  const ran: string[] = []
  await mountInApp(() => h('div', Searches()), { features: createFeatures((fruit) => ran.push(fruit)) })
  const wide = page.getByRole('button', { name: 'Wide' })
  await userEvent.click(wide)
  await expect.poll(labels).toEqual(['apple', 'pear'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => ran).toEqual(['apple'])
  await expect.element(wide).not.toHaveFocus()
})

test('what is typed or pasted on the button is in the field of the palette', async () => {
  await mountInApp(Omnibox, { features: createFeatures(() => undefined) })
  button().element().focus()
  await userEvent.keyboard('app')
  await expect.element(field()).toHaveFocus()
  await expect.element(field()).toHaveValue('app')
  await userEvent.keyboard('{Escape}')
  await expect.element(button()).toHaveFocus()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', ` ${ADDRESS}\n`)
  button()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  await expect.element(field()).toHaveValue(ADDRESS)
  await expect.poll(labels).toEqual([ADDRESS])
})

test('asked for once more while it is open, the palette selects what was typed', async () => {
  await mountInApp(Omnibox, { features: createFeatures(() => undefined) })
  await fill('app')
  useCommands().run('search')
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard('pe')
  await expect.element(field()).toHaveValue('pe')
})

test('an address goes to its page, and its source is used from then on', async () => {
  const { core, router } = await mountInApp(Omnibox, { features: createFeatures(() => undefined) })
  core.handle('sources.use', () => null)
  await show()
  await fill(ADDRESS.toLowerCase())
  await expect.poll(labels).toEqual([ADDRESS])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.currentRoute.value.fullPath).toBe(`/s/eth/address/${ADDRESS}`)
  expect(core.inputsOf('sources.use')).toEqual([{ id: 'eth' }])
})

test('Enter before the sources are loaded opens the address once they are', async () => {
  const { core, router } = await mountInApp(Omnibox)
  await fill(ADDRESS)
  await userEvent.keyboard('{Enter}')
  expect(router.currentRoute.value.fullPath).toBe('/')
  core.emit('sources.changed', {
    sources: [
      { id: 'eth', name: 'Ethereum', host: 'eth.example', coin: { symbol: 'ETH', decimals: 18 } } as never,
    ],
    accounts: [],
    current: 'eth',
  })
  await expect.poll(() => router.currentRoute.value.path).toBe(`/s/eth/address/${ADDRESS}`)
})

/** A feature with two fruits that loads when the test resolves its promise. */
function createSlowFeature() {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const ran: string[] = []
  const [fruits] = createFeatures((fruit) => ran.push(fruit))
  const palette = async () => {
    await promise
    return (await fruits!.palette?.())!
  }
  return {
    ran,
    features: [defineFeature({ palette })],
    load() {
      resolve(undefined)
    },
  }
}

test('what is typed and entered before the palette is loaded is done once it is', async () => {
  const { ran, features, load } = createSlowFeature()
  await mountInApp(Omnibox, { features })
  await show()
  await userEvent.keyboard('e{ArrowDown}{Enter}')
  await expect.element(field()).toHaveAttribute('aria-expanded', 'true')
  load()
  await expect.poll(() => ran).toEqual(['pear'])
  await expect.element(field()).not.toBeInTheDocument()
})

test('Enter before the palette is loaded chooses nothing where the text is changed, or it is closed', async () => {
  const { ran, features, load } = createSlowFeature()
  await mountInApp(Omnibox, { features })
  await show()
  await userEvent.keyboard('a{Enter}{Escape}')
  await show()
  await userEvent.keyboard('a{Enter}p')
  load()
  await expect.poll(labels).toEqual(['apple'])
  expect(ran).toEqual([])
})

test('where nothing is found, it says what could be typed, also to a screen reader', async () => {
  await mountInApp(Omnibox, { features: createFeatures(() => undefined) })
  await show()
  await fill('flurb')
  await expect.element(page.getByRole('status')).toMatchTextContent(/^0 results\. Type an address/)
})

test('a link of the window itself opens its place, and no source is offered for it', async () => {
  const { router, core } = await mountInApp(Omnibox)
  core.handle('sources.use', () => null)
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  const path = `/s/eth/address/${ADDRESS}?tab=nfts`
  await fill(location.origin + path)
  await expect.poll(labels).toEqual([expect.stringMatching(/^Address 0xd8dA…6045on eth$/)])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.currentRoute.value.fullPath).toBe(path)
})

const HARBOUR = {
  type: 'token',
  name: 'Harbour Coin',
  symbol: 'HRB',
  address_hash: ADDRESS,
  reputation: 'ok',
}
const oneSource = { sources: [instanceView('eth')], accounts: [], current: 'eth' }
/** The answer of a search: the items found, a failure, or a promise of either. */
const found = (result: unknown) => (Array.isArray(result) ? { item: result } : result) as never

async function mountWithSource(
  search: (text: string) => unknown,
  known: readonly WellKnownToken[] = [],
  features: readonly ReturnType<typeof defineFeature>[] = [],
) {
  const mounted = await mountInApp(Omnibox, { route: '/s/eth', features: [...features] })
  mounted.core.handle('sources.use', () => null)
  mounted.core.handle('tokens.wellKnown', () => known)
  mounted.core.handle('details.read', ({ params }) => found(search(params.q ?? '')))
  mounted.core.emit('sources.changed', {
    ...oneSource,
    sources: [instanceView('eth', { chainId: '1' })],
  })
  const asked = () => mounted.core.inputsOf('details.read').map(({ params }) => params.q)
  return { ...mounted, asked }
}

test('a name is searched for at the source once typing pauses, and asked for once', async () => {
  const { asked } = await mountWithSource(() => [HARBOUR])
  await show()
  await userEvent.keyboard('harb')
  await expect.poll(labels).toEqual([expect.stringMatching(/^Harbour Coin/), 'All results on eth'])
  expect(asked()).toEqual(['harb'])
  await expect.element(page.getByRole('group', { name: 'On eth' })).toBeVisible()
  await userEvent.keyboard('o')
  await expect.poll(asked).toEqual(['harb', 'harbo'])
  await userEvent.keyboard('{Backspace}')
  await expect.poll(labels).toHaveLength(2)
  expect(asked()).toEqual(['harb', 'harbo'])
})

const USDC = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', name: 'USD Coin' }

test('well-known tokens of the chain stand above the source’s answers, once, and Enter opens them', async () => {
  const answer = [
    { ...HARBOUR, name: 'USD Coin', symbol: 'USDC', address_hash: USDC.address.toLowerCase() },
    { ...HARBOUR, name: 'USD Coin', symbol: 'USDC' },
  ]
  const { core, router } = await mountWithSource(
    () => answer,
    [{ address: `0x${'a'.repeat(40)}`, symbol: 'aUSDC', name: 'Aave USDC' }, USDC],
  )
  await show()
  await userEvent.keyboard('usdc')
  const known = page.getByRole('group', { name: 'Well-known tokens' })
  await expect.element(known).toBeVisible()
  expect(known.getByRole('option').all()).toHaveLength(2)
  await expect.element(known.getByRole('option').first()).toMatchTextContent(/^USD CoinUSDC · token · 0xA0b8/)
  const found = page.getByRole('group', { name: 'On eth' })
  await expect.poll(() => found.getByRole('option').all()).toHaveLength(2)
  await expect.element(found.getByRole('option').last()).toMatchTextContent('All results on eth')
  expect(core.inputsOf('tokens.wellKnown')).toEqual([{ chainId: '1' }])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.currentRoute.value.path).toBe(`/s/eth/token/${USDC.address}`)
})

test('a token with the symbol of a well-known one, or an address like its, is marked and not opened by Enter', async () => {
  const alike = `${USDC.address.slice(0, 8)}${'1'.repeat(28)}${USDC.address.slice(-6)}`
  const answer = [
    { ...HARBOUR, name: 'Harbour', symbol: 'USDC' },
    { ...HARBOUR, name: 'Coin of Harbour', symbol: 'HRB', address_hash: alike },
  ]
  const { router } = await mountWithSource(() => answer, [USDC])
  await show()
  await userEvent.keyboard('harbour')
  await expect.element(page.getByRole('option', { name: /^Harbour.*not the well-known USDC/ })).toBeVisible()
  await expect
    .element(page.getByRole('option', { name: /^Coin of Harbour.*imitates USD Coin/ }))
    .toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(router.currentRoute.value.path).toBe('/s/eth')
})

/** A source whose search returns `items` when the test releases the answer. */
function holdAnswer(items: readonly unknown[]) {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  return {
    search: () => promise,
    give: () => {
      resolve(found(items))
    },
  }
}

test('Enter opens what is called just so, also when the answer is not there yet', async () => {
  const { search, give } = holdAnswer([{ ...HARBOUR, symbol: 'X' }, HARBOUR])
  const { router } = await mountWithSource(search)
  await fill('hrb')
  await userEvent.keyboard('{Enter}')
  give()
  await expect.poll(() => router.currentRoute.value.path).toBe(`/s/eth/token/${ADDRESS}`)
})

test('the source’s answer to a name of the chain stands first, where its place was, and moves nothing', async () => {
  const named = {
    type: 'ens_domain',
    address_hash: ADDRESS,
    ens_info: { name: 'quorum.eth', names_count: 1 },
  }
  const { search, give } = holdAnswer([{ ...HARBOUR, name: 'quorum.eth token' }, named])
  const items = ['quorum.eth', 'treasury.quorum.eth', 'vote.quorum.eth'].map((label) => ({
    id: label,
    label,
    icon: { kind: 'command' } as const,
    action: { kind: 'run', run: () => undefined } as const,
  }))
  const recent = offering(() => [{ order: 40, title: 'Recent', items }])
  const { router } = await mountWithSource(search, [], [defineFeature({ palette: recent })])
  await fill('quorum.eth')
  await expect.poll(labels).toHaveLength(4)
  const before = labels()
  expect(before[0]).toBe('All results on eth')
  await userEvent.keyboard('{Enter}')
  give()
  await expect.poll(() => router.currentRoute.value.path).toBe(`/s/eth/address/${ADDRESS}`)
  await show()
  await fill('quorum.eth')
  await expect.poll(labels).toHaveLength(6)
  expect(labels()[0]).toMatch(/^quorum\.eth/)
  expect(labels().slice(1, 4)).toEqual(before.slice(1))
})

test('Enter opens nothing that is not called so, until it is chosen', async () => {
  const { search, give } = holdAnswer([{ ...HARBOUR, reputation: 'scam' }])
  const { router } = await mountWithSource(search)
  await fill('hrb')
  await userEvent.keyboard('{Enter}')
  give()
  await expect.poll(labels).toHaveLength(2)
  expect(router.currentRoute.value.path).toBe('/s/eth')
  await expect.element(page.getByRole('option', { name: /Harbour Coin.*scam/ })).toBeVisible()
})

test('what is marked is not what Enter opens, nor is a token that is called like a command', async () => {
  const ran: string[] = []
  const { core, router } = await mountInApp(Omnibox, {
    route: '/s/eth',
    features: [
      defineFeature({
        palette: offering((query) => [
          {
            order: 60,
            title: 'Commands',
            items: ['apple', 'apple pie']
              .filter((label) => label.includes(query.text))
              .map((label) => ({
                id: label,
                label,
                isExact: label === query.text,
                icon: { kind: 'command' },
                action: {
                  kind: 'run',
                  run: () => {
                    ran.push(label)
                  },
                },
              })),
          },
        ]),
      }),
    ],
  })
  core.handle('sources.use', () => null)
  core.handle('details.read', () => found([{ ...HARBOUR, symbol: 'apple' }]))
  core.emit('sources.changed', oneSource)
  await fill('apple')
  await expect.poll(labels).toHaveLength(4)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => ran).toEqual(['apple'])

  core.handle('details.read', () => found([{ ...HARBOUR, reputation: 'scam' }, HARBOUR]))
  await fill('harb')
  await expect.poll(labels).toHaveLength(3)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.currentRoute.value.path).toBe(`/s/eth/token/${ADDRESS}`)
})

test('an address, a hash and half of one are asked for nowhere', async () => {
  const { asked } = await mountWithSource(() => [])
  await show()
  await expect.element(page.getByRole('listbox')).toBeInTheDocument()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  for (const text of [ADDRESS, ADDRESS.slice(2), `0x${'5c'.repeat(32)}`, '0x5c5c5c', 'a', 'harbour']) {
    await fill(text)
    // The pause before a request starts anew with each key.
    vi.advanceTimersByTime(1_000)
  }
  await expect.poll(asked).toEqual(['harbour'])
})

test('a source without a search is asked once in a session, and everything else works', async () => {
  const { asked } = await mountWithSource(() =>
    fail({ code: 'server_error', status: 501, host: 'eth.example' }),
  )
  await fill('harbour')
  await expect.element(page.getByText('eth can’t be searched by name.').first()).toBeVisible()
  await fill('another')
  await expect.element(page.getByText('eth can’t be searched by name.').first()).toBeVisible()
  await fill(ADDRESS)
  expect(asked()).toEqual(['harbour'])
})

test('an own label that is called so goes before whatever the source says', async () => {
  const { core, router } = await mountInApp(Omnibox, { route: '/s/eth' })
  core.handle('sources.use', () => null)
  core.handle('details.read', () => found([HARBOUR]))
  core.emit('sources.changed', oneSource)
  const own = `0x${'12'.repeat(20)}`
  const entry: WatchedAddress = {
    id: 1,
    address: own,
    chainId: null,
    label: 'HRB',
    colour: 'blue',
    groups: [],
    watched: false,
    hasNote: false,
    position: 0,
  }
  core.emit('watchlist.changed', { revision: 1, all: [entry], more: false })
  await fill('hrb')
  await expect.poll(() => labels().length).toBeGreaterThan(2)
  expect(labels()[0]).toMatch(/^HRB/)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.currentRoute.value.path).toBe(`/s/eth/address/${own}`)
})

test('of several addresses the first opens in front, the others after it as far as there is room, and that is said', async () => {
  const { core } = await mountInApp(Omnibox)
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  const workspace = useWorkspace()
  const tabs = Array.from({ length: MAX_PLACES - 2 }, (_, at) => ({
    ...{ id: `tab${String(at)}`, path: '/', title: '', isPinned: false },
  }))
  workspace.replaceAll({ ...workspace.current, panes: [{ id: 'pane', tabs, active: 'tab0' }] })
  const addresses = ['a1', 'b2', 'c3', 'd4'].map((byte) => `0x${byte.repeat(20)}`)
  await fill(addresses.join(' '))
  await userEvent.click(page.getByRole('option', { name: /each in a tab/ }))
  await expect.poll(() => workspace.front?.path.toLowerCase()).toBe(`/s/eth/address/${addresses[0]!}`)
  const paths = workspace.activePane?.tabs.map(({ path }) => path.toLowerCase())
  expect(paths?.slice(1, 4)).toEqual([...addresses.slice(0, 2).map((one) => `/s/eth/address/${one}`), '/'])
  expect(useToasts().last?.message).toBe('100 places are open. Close one to open another.')
})
