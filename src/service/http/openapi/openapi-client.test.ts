/** Tests the document as other programs use it: a client is generated from it, type-checked strictly, and run. */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { expect, it, onTestFinished } from 'vitest'
import { createSampleChain } from '../../sample/sample-chain.ts'
import { createService } from '../server.ts'
import { sendRequest, fetchWholeList } from '../testing/http.ts'

/** Inside the checkout, so that the client's library is found. */
const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', 'out', 'openapi-client-test')

/** Gives the hashes of an address's transactions, by `cursor`; what is expected to be an error is one. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { paths } from './api.ts'

const [baseUrl = '', address_hash = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { 'x-api-key': 'not needed here' } })
const hashes: string[] = []
const senders = new Set<string>()
for (let cursor: string | null | undefined; cursor !== null; ) {
  const { data, error } = await client.GET('/addresses/{address_hash}/transactions', {
    params: { path: { address_hash }, query: { items_count: 7, ...(cursor && { cursor }) } },
  })
  if (!data) throw new Error(JSON.stringify(error))
  for (const { hash, from, value, nonce, decoded_input } of data.items) {
    hashes.push(hash)
    const sender: string | undefined = from?.hash
    if (sender !== undefined) senders.add(sender)
    const wei: bigint = BigInt(value ?? 0) + BigInt(nonce ?? 0)
    void wei
    void decoded_input?.method_call
    // @ts-expect-error It is a text.
    void (() => value?.toFixed())
    // @ts-expect-error A list has no transfers.
    void (() => data.items[0]?.token_transfers.length)
  }
  cursor = data.next_cursor
}
const found = await client.GET('/search/quick', { params: { query: { q: 'sample' } } })
const symbols: (string | null)[] = []
for (const one of found.data ?? []) {
  // @ts-expect-error Only a token has one.
  void (() => one.symbol)
  if (one.type === 'token') symbols.push(one.symbol)
}
// @ts-expect-error There is no such parameter.
void (() => client.GET('/transactions', { params: { query: { colour: 'red' } } }))
// @ts-expect-error There is no such path.
void (() => client.GET('/colours'))
const refused = await client.GET('/transactions/{transaction_hash}', {
  params: { path: { transaction_hash: '0x12' } },
})
console.log(JSON.stringify({ hashes, symbols, refused: refused.response.status }))
`

it('a client of openapi-fetch is generated, passes a strict type check and walks a list by its cursor', async () => {
  const chain = createSampleChain({ seed: 'openapi', transactions: 300 })
  const service = await createService({ reader: chain, dialect: 'v12' })
  onTestFinished(() => service.close())
  mkdirSync(FOLDER, { recursive: true })
  onTestFinished(() => {
    rmSync(FOLDER, { recursive: true })
  })
  writeFileSync(join(FOLDER, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(FOLDER, 'api.ts'), astToString(await openapiTS(new URL(`${service.url}/openapi.json`))))
  const program = join(FOLDER, 'program.ts')
  writeFileSync(program, PROGRAM)
  const checked = ts.createProgram([program], {
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
  })
  expect(
    ts
      .getPreEmitDiagnostics(checked)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
  ).toEqual([])
  const address = chain.suggestedAddresses()[0]!.address
  const { stdout } = await promisify(execFile)(process.execPath, [program, `${service.url}/api/v2`, address])
  const list = await fetchWholeList(
    `${service.url}/api/v2`,
    'address-transactions',
    `/addresses/${address}/transactions`,
  )
  const { text } = await sendRequest(`${service.url}/api/v2/search/quick?q=sample`)
  const tokens = (JSON.parse(text) as { type: string; symbol: string | null }[]).filter(
    ({ type }) => type === 'token',
  )
  expect(tokens.length).toBeGreaterThan(0)
  expect(JSON.parse(stdout)).toEqual({
    hashes: list.items.map(({ hash }) => hash),
    symbols: tokens.map(({ symbol }) => symbol),
    refused: 422,
  })
})
