/** Cursors whose numbers are as large as their form allows: asked over HTTP, as anybody can. */
import { cursorKeys, LIST_IDS, listEndpoint, type CursorKey } from '#shared/lists/list-table.ts'
import type { ChainReader } from '../../../chain-reader.ts'
import { createService } from '../../../http/server.ts'

const HASH = `0x${'f'.repeat(64)}`
const ADDRESS = `0x${'f'.repeat(40)}`
/** Keys that hold no number. */
const TEXTS: Partial<Record<CursorKey, string>> = {
  batch_block_hash: HASH,
  batch_transaction_hash: HASH,
  hash: HASH,
  address_hash: ADDRESS,
  contract_address_hash: ADDRESS,
  token_contract_address_hash: ADDRESS,
  is_name_null: 'false',
  name: 'z',
  token_name: 'z',
  token_type: 'ERC-20',
  inserted_at: '2026-01-01T00:00:00Z',
  state_changes: '',
}
/** Around what a double, 64 bits and 256 bits hold. */
const HUGE = [10, 15, 16, 19, 20, 77, 78].map((digits) => '9'.repeat(digits))

/**
 * Answers that are no page and no refusal of a parameter, as `status path`. `params`: what stands for each in a path;
 * `nft`: the address where there is a token id too.
 */
export async function askHugeCursors(
  reader: ChainReader,
  params: Readonly<Record<string, string>>,
  nft: string,
): Promise<readonly string[]> {
  const service = await createService({ reader, log: () => undefined })
  const odd: string[] = []
  try {
    for (const id of LIST_IDS) {
      const { path: form } = listEndpoint(id)
      const chosen = form.includes('{token_id}') ? { ...params, address_hash: nft } : params
      const pathWith = (values: Readonly<Record<string, string>>) =>
        form.replace(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '')
      const path = pathWith(chosen)
      for (const query of queriesOf(cursorKeys(id, 'v12'))) {
        const { status } = await fetch(
          `${service.url}/api/v2${path}?${new URLSearchParams(query).toString()}`,
        )
        if (status !== 200 && status !== 422) odd.push(`${String(status)} ${path}?${JSON.stringify(query)}`)
      }
      for (const number of form.includes('block_hash_or_number') ? HUGE : []) {
        const { status } = await fetch(`${service.url}/api/v2${pathWith({ block_hash_or_number: number })}`)
        if (status !== 404 && status !== 422) odd.push(`${String(status)} ${path}`)
      }
    }
  } finally {
    await service.close()
  }
  return odd
}

/** Each key of a cursor with each huge number, beside others that are small; and all of them at once. */
function queriesOf(keys: readonly CursorKey[]): readonly Record<string, string>[] {
  const small = Object.fromEntries(keys.map((key) => [key, TEXTS[key] ?? '1']))
  const numbers = keys.filter((key) => TEXTS[key] === undefined)
  return HUGE.flatMap((number) => [
    ...numbers.map((key) => ({ ...small, [key]: number })),
    { ...small, ...Object.fromEntries(numbers.map((key) => [key, number])) },
  ])
}
