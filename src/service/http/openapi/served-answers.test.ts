/** Tests every answer of the sample chain and of an index against the document that the service itself gives. */
import { expect, it, onTestFinished } from 'vitest'
import { DIALECTS, type Dialect } from '#shared/lists/dialects.ts'
import type { ChainReader } from '../../chain-reader.ts'
import type { Subjects } from '../../indexer/testing/contract/every-read.ts'
import { subjectsOf } from '../../indexer/testing/contract/subjects.ts'
import { indexed, testAnvil, testFolder, testFollow } from '../../indexer/testing/fixtures.ts'
import { Workload } from '../../indexer/testing/workload.ts'
import { createSampleChain } from '../../sample/sample-chain.ts'
import { createService } from '../server.ts'
import { sendRequest } from '../testing/http.ts'
import { answersOf, type Parameter, readDocument } from '../testing/served-document.ts'

/** The paths below `/api/v2` of the things that a chain has, for each path of the document. */
function* pathsOf(path: string, subjects: Subjects): Generator<string> {
  const fill = (name: string, value: string) => path.replace(`{${name}}`, value)
  if (path.includes('{token_id}'))
    for (const one of subjects.tokenId) {
      const [address = '', id = ''] = one.split(':')
      yield fill('address_hash', address).replace('{token_id}', id)
    }
  else if (path.includes('{transaction_hash}'))
    for (const hash of subjects.transaction) yield fill('transaction_hash', hash)
  else if (path.includes('{block_hash_or_number}'))
    for (const block of subjects.block) yield fill('block_hash_or_number', block)
  else if (path.startsWith('/tokens/')) for (const token of subjects.token) yield fill('address_hash', token)
  else if (path.includes('{address_hash}'))
    for (const address of [...subjects.address, ...subjects.token]) yield fill('address_hash', address)
  else if (path.startsWith('/search'))
    for (const text of subjects.searchText) yield `${path}?q=${encodeURIComponent(text)}`
  else yield path
}

/** Values that the document allows. */
function valuesOf({ schema }: Pick<Parameter, 'schema'>, subjects: Subjects): readonly string[] {
  const { type, enum: words, pattern, minimum, items } = schema
  if (words) return words
  if (type === 'array' && items) {
    const values = valuesOf({ schema: items }, subjects)
    return [...values.slice(0, 3), values.slice(0, 2).join(',')]
  }
  if (type === 'boolean') return ['true', 'false']
  if (type === 'integer') return [String(Math.max(7, minimum ?? 0))]
  const known = [...subjects.time, ...subjects.address, ...subjects.topic, ...subjects.amount, 'coin', 'ok']
  const fitting = known.filter((text) => pattern === undefined || new RegExp(pattern).test(text))
  return fitting.slice(0, 2)
}

/** Asks for everything in the document, of each of these things; each answer is as the document says. */
async function checkAnswers(reader: ChainReader, subjects: Subjects, dialect: Dialect = 'v12') {
  const service = await createService({ reader, dialect })
  onTestFinished(() => service.close())
  const document = await readDocument(service)
  const answerOf = answersOf(document, true)
  const check = async (path: string, url: string) => {
    const { status, text } = await sendRequest(`${service.url}/api/v2${url}`)
    expect([200, 404, 501], `${url}: ${text.slice(0, 200)}`).toContain(status)
    const fits = answerOf(path, status)
    expect(fits === undefined || fits(JSON.parse(text)) || fits.errors, url).toBe(true)
    return status
  }
  const found = new Map<string, string>()
  for (const path of Object.keys(document.paths))
    for (const url of pathsOf(path, subjects))
      if ((await check(path, url)) === 200 && !found.has(path)) found.set(path, url)
  for (const [, url] of found) {
    const { status } = await sendRequest(`${service.url}/api/v2${url.split('?')[0]!}?q=coin&colour=red`)
    // Older versions leave out what they do not know.
    expect(status, url).toBe(dialect === 'v11' || dialect === 'v12' ? 422 : 200)
  }
  const missing = Object.keys(document.paths).filter((path) => !found.has(path))
  const unasked: string[] = []
  for (const [path, url] of found)
    for (const parameter of document.paths[path]!.get.parameters) {
      if (parameter.in !== 'query' || CURSORS.includes(parameter.name)) continue
      const values = valuesOf(parameter, subjects)
      if (values.length === 0) unasked.push(`${path} ${parameter.name}`)
      for (const value of values) {
        const query = new URLSearchParams({ [parameter.name]: value }).toString()
        expect(
          await check(
            path,
            `${url.split('?')[0]!}?${path.startsWith('/search') && parameter.name !== 'q' ? 'q=coin&' : ''}${query}`,
          ),
          `${path} ${query}`,
        ).toBe(200)
      }
    }
  return { missing, unasked }
}

/** Not by themselves: lists are walked by them elsewhere. */
const CURSORS = ['cursor', 'next_page_params', 'block_number', 'index', 'transaction_index', 'rows_before']

it.each(DIALECTS)(
  'the sample chain answers what the document of %s says, to each documented parameter as well',
  async (dialect) => {
    const chain = createSampleChain({ seed: 'openapi', transactions: 300 })
    const subjects = await subjectsOf(
      chain,
      chain.suggestedAddresses().map(({ address }) => address),
    )
    expect(await checkAnswers(chain, subjects, dialect)).toEqual({ missing: [], unasked: [] })
  },
)

it('an index answers what the document says, to each documented parameter as well', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(120, 10)
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
  await indexed(chain, anvil.url)
  const subjects = await subjectsOf(chain.reader, workload.accounts.slice(0, 3))
  expect(await checkAnswers(chain.reader, subjects)).toEqual({ missing: [], unasked: [] })
})
