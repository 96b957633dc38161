/** Answers to begin with: recorded ones of real instances, and pages of our own service in each dialect. */
import { readFileSync } from 'node:fs'
import { DIALECTS } from '#shared/lists/dialects.ts'
import { LISTS, type ListId } from '#shared/lists/list-table.ts'
import { createService } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'

export const recorded = (name: string): string =>
  readFileSync(new URL(`./recorded/${name}.json`, import.meta.url), 'utf8')

/** A page of each list in each dialect, by list; three items of each, for short inputs are changed more thoroughly. */
export async function samplePages(): Promise<readonly { readonly list: ListId; readonly body: string }[]> {
  const chain = createSampleChain({ seed: 3, transactions: 2_000 })
  const [suggested] = chain.suggestedAddresses()
  const hash = await firstTransaction()
  const pages: { list: ListId; body: string }[] = []
  for (const dialect of DIALECTS) {
    const service = await createService({ reader: chain, dialect, log: () => undefined })
    for (const list of Object.keys(LISTS) as ListId[]) {
      const path = LISTS[list].path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
        name.includes('transaction') ? hash : (suggested?.address ?? ''),
      )
      const body = await read(service.url + path)
      if (body !== undefined) pages.push({ list, body })
    }
    await service.close()
  }
  await chain.close()
  return pages

  async function firstTransaction(): Promise<string> {
    const service = await createService({ reader: chain, log: () => undefined })
    const url = `${service.url}/api/v2/addresses/${suggested?.address ?? ''}/transactions`
    const { items } = (await (await fetch(url)).json()) as { items: { hash: string }[] }
    await service.close()
    return items[0]?.hash ?? ''
  }
}

async function read(url: string): Promise<string | undefined> {
  const response = await fetch(url)
  if (!response.ok) return undefined
  const page = (await response.json()) as { items: unknown[] }
  return JSON.stringify({ ...page, items: page.items.slice(0, 3) })
}
