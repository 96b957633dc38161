/** A window's calls and subscriptions while a person goes from view to view, and leaves some early. */
import type { RpcClient } from '#shared/rpc/client.ts'
import type { CallInput, CallName, EventInput, EventName } from '#shared/rpc/contract.ts'
import { listEndpoint, LIST_IDS, type ListId, type ListItem } from '#shared/lists/list-table.ts'
import { DETAIL_IDS, detailEndpoint } from '#shared/lists/detail-table.ts'

/** Things of a source that views are about. None of the lists is empty. */
export interface Places {
  readonly source: string
  readonly addresses: readonly string[]
  readonly transactions: readonly string[]
  readonly tokens: readonly string[]
  readonly blocks: readonly string[]
  readonly images: readonly string[]
}

/** Things of the chain of an instance: those that the first pages of its lists name. */
export async function findPlaces(
  url: string,
  suggestedAddresses: readonly string[],
): Promise<Omit<Places, 'source'>> {
  const read = async (path: string) => {
    const response = await fetch(`${url}/api/v2/${path}`)
    return (await response.json()) as {
      readonly items: readonly Readonly<Record<string, unknown>>[]
      readonly next_page_params: Readonly<Record<string, unknown>> | null
    }
  }
  const addresses = new Set(suggestedAddresses)
  const transactions = new Set<string>()
  const blocks = new Set<string>()
  let query = ''
  for (let page = 0; page < PAGES_OF_PLACES; page += 1) {
    const { items, next_page_params: next } = await read(`transactions${query}`)
    for (const { hash, from, to, block_number: block } of items) {
      transactions.add(String(hash))
      if (block !== null) blocks.add(String(block))
      for (const party of [from, to]) {
        const { hash: address } = (party ?? {}) as { readonly hash?: string }
        if (address !== undefined) addresses.add(address)
      }
    }
    if (!next) break
    const known = Object.entries(next).flatMap(([name, value]) =>
      value == null ? [] : [[name, String(value)]],
    )
    query = `?${new URLSearchParams(known).toString()}`
  }
  const tokens = (await read('tokens')).items.map((item) => String(item.address_hash))
  const instances = await Promise.all(tokens.map((token) => read(`tokens/${token}/instances`)))
  const images = instances.flatMap(({ items }) =>
    // No other host is asked.
    items.flatMap(({ image_url: image }) =>
      typeof image === 'string' && (image.startsWith(url) || image.startsWith('data:')) ? [image] : [],
    ),
  )
  return { addresses: [...addresses], transactions: [...transactions], blocks: [...blocks], tokens, images }
}
const PAGES_OF_PLACES = 60

/** Lists that a person reads on in: so many pages of each. */
const PAGES = 3
const EVENTS = [
  'sources.changed',
  'watchlist.changed',
  'activity.changed',
  'settings.changed',
  'recent.changed',
  'keep.changed',
  'export.jobs',
  'questions.changed',
  'abi.changed',
  'cases.changed',
  'signatures.changed',
] as const

/** How often each call ended with what. */
export type Outcomes = Map<string, number>

/** Opens one view of each kind after another, each about the nth of its things. Gives how many views that were. */
export async function browse(
  connect: () => { readonly client: RpcClient; close(): void },
  places: Places,
  nth: number,
  outcomes: Outcomes = new Map(),
): Promise<number> {
  const { client, close } = connect()
  const window = openWindow(client, places, nth, outcomes)
  for (const name of EVENTS) window.follow(name, {})
  const leaveWindow = window.keepFollowed()
  for (const list of LIST_IDS) await browseList(window, list)
  for (const detail of DETAIL_IDS) {
    const params = window.paramsOf(detailEndpoint(detail))
    await window.ask('details.read', { source: places.source, detail, params })
  }
  await window.ask('media.image', { source: places.source, url: window.of(places.images) })
  await browseFlow(window)
  await browseLedger(window)
  await browseEverywhere(window)
  leaveWindow()
  close()
  return LIST_IDS.length + DETAIL_IDS.length + 4
}

type Window = ReturnType<typeof openWindow>

function openWindow(client: RpcClient, places: Places, nth: number, outcomes: Outcomes) {
  const ends: (() => void)[] = []
  const of = (all: readonly string[]) => all[nth % all.length] ?? ''
  const values: Readonly<Record<string, string>> = {
    address: of(places.addresses),
    transaction: of(places.transactions),
    block: of(places.blocks),
    tokenId: String(nth % 50),
    searchText: `Sample ${String(nth % 40)}`,
    topic: of(places.transactions),
  }
  return {
    nth,
    of,
    source: places.source,
    address: values.address ?? '',
    transaction: values.transaction ?? '',
    follow<Name extends EventName>(name: Name, input: EventInput<Name>) {
      ends.push(client.subscribe(name, input, () => undefined))
    },
    leave() {
      for (const end of ends.splice(0)) end()
    },
    /** Keeps the present subscriptions until the returned function is called. */
    keepFollowed() {
      const kept = ends.splice(0)
      return () => {
        for (const end of kept) end()
      }
    },
    async ask<Name extends CallName>(name: Name, input: CallInput<Name>, signal?: AbortSignal) {
      const result = await client.call(name, input, signal ? { signal } : {})
      const outcome = `${name} ${result.ok ? 'ok' : result.error.code}`
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      return result.ok ? result.data : undefined
    },
    paramsOf: ({
      params,
      path,
    }: {
      readonly params: Readonly<Record<string, string>>
      readonly path: string
    }) =>
      Object.fromEntries(
        Object.entries(params).map(([name, format]) => [
          name,
          format === 'address' && path.startsWith('/tokens') ? of(places.tokens) : (values[format] ?? ''),
        ]),
      ),
  }
}

async function browseList(window: Window, list: ListId) {
  const { source, nth, ask } = window
  const asked = { source, list, params: window.paramsOf(listEndpoint(list)), filters: {} }
  void ask('recent.visit', { source, path: `/${list}/${String(nth)}`, title: `${list} ${String(nth)}` })
  window.follow('lists.open', asked)
  const items = await readPages(ask, asked)
  await ask('abi.decode', { source, askSource: true, items: decodable(items) })
  const question = { scope: { of: 'list' as const, ...asked }, zone: 'utc' as const, fold: true, offset: 0 }
  const sort = { by: 'amount' as const, descending: true }
  await ask('rows.find', { ...question, text: 'amount>0', sort, limit: 50 })
  await ask('rows.totals', { ...question, text: '', grouping: 'counterparty', limit: 20 })
  // Away before it is there.
  const leaving = new AbortController()
  const left = ask('lists.page', { ...asked, cursor: null, refresh: true }, leaving.signal)
  leaving.abort()
  await left
  window.leave()
}

async function browseFlow({ source, address, transaction, ask }: Window) {
  await ask('flow.transaction', { source, hash: transaction, asks: true })
  const period = { from: null, to: null, asset: null, min: null, withSpam: false }
  const flow = { source, address, direction: 'out' as const, ...period }
  await ask('flow.step', { ...flow, limit: 20, stopAt: 1_000 })
  await ask('flow.rows', { ...flow, party: null, except: [], offset: 0, limit: 50 })
}

async function browseLedger({ source, address, ask, follow, leave }: Window) {
  const ledger = { source, address }
  follow('ledger.progress', ledger)
  await ask('ledger.proof', ledger)
  const asked = { ...ledger, from: null, to: null, withSpam: true }
  await ask('ledger.statement', asked)
  await ask('ledger.movements', { ...asked, asset: null, offset: 0, limit: 100 })
  await ask('ledger.counterparties', { ...asked, asset: 'coin' })
  leave()
}

async function browseEverywhere({ source, address, ask, follow, leave }: Window) {
  follow('everywhere.answers', { address, sources: [source], asks: true })
  await ask('everywhere.sources', {})
  follow('notes.changed', { case: null })
  await ask('tokens.wellKnown', { chainId: '1' })
  const list = { list: 'address-transactions', params: { address_hash: address }, filters: {} } as const
  await ask('keep.estimate', { source, asksSource: true, lists: [list] })
  await ask('archive.status', {})
  leave()
}

type Ask = <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<unknown>
interface AskedList {
  readonly source: string
  readonly list: ListId
  readonly params: Readonly<Record<string, string>>
  readonly filters: Record<string, never>
}

async function readPages(ask: Ask, list: AskedList): Promise<readonly ListItem[]> {
  const items: ListItem[] = []
  let cursor: CallInput<'lists.page'>['cursor'] = null
  for (let page = 0; page < PAGES; page += 1) {
    const read = (await ask('lists.page', { ...list, cursor })) as
      { readonly items: readonly ListItem[]; readonly next: CallInput<'lists.page'>['cursor'] } | undefined
    items.push(...(read?.items ?? []))
    cursor = read?.next ?? null
    if (!cursor) break
  }
  return items
}

/** The calls and logs among these rows. */
function decodable(items: readonly ListItem[]): CallInput<'abi.decode'>['items'] {
  const found: CallInput<'abi.decode'>['items'][number][] = []
  const hash = (value: unknown) => (value as { readonly hash?: string } | null)?.hash ?? null
  for (const item of items.slice(0, 50)) {
    const {
      topics,
      data,
      address,
      raw_input: input,
      to,
    } = item as unknown as Readonly<Record<string, unknown>>
    if (Array.isArray(topics) && typeof data === 'string')
      found.push({ kind: 'log', address: hash(address) ?? '', topics: topics as string[], data })
    else if (typeof input === 'string') found.push({ kind: 'call', to: hash(to), input })
  }
  return found
}
