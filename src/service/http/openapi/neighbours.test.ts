/**
 * Tests the document of v12 against what instances of that version document: every parameter that they take is taken,
 * and every member that they give is given, in their form. That answers are as the document says, served-answers.test.ts
 * tests.
 */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createService } from '../server.ts'
import { createMemoryChain } from '../testing/memory-chain.ts'
import { readDocument, type Document } from '../testing/served-document.ts'

const FILE = new URL('../../../../../shared/spec/neighbours.md', import.meta.url)

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

/** Every form of a schema, without references. */
function formsOf(schema: Schema, document: Document): readonly Schema[] {
  const { $ref, anyOf, oneOf, allOf } = schema
  if ($ref !== undefined) {
    const found = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document)
    return formsOf(found as Schema, document)
  }
  const several = anyOf ?? oneOf ?? allOf
  return several ? several.flatMap((one) => formsOf(one, document)) : [schema]
}

/** The type in JSON of what is written as in `decimal string or null`. */
function typeOf(words: string): string {
  if (words.startsWith('array of')) return 'array'
  if (/^(integer|boolean|object)\b/.test(words)) return words.split(' ')[0]!
  return words.startsWith('{') || /^[A-Z]/.test(words) ? 'object' : 'string'
}

describe.skipIf(!existsSync(FILE))('what instances document (skipped where ../shared/spec is absent)', () => {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
  const pages = [...text.matchAll(/^### (\S+)\nquery: (.*)\n(?:cursor.*: (.*)\n)?answer: (.*)$/gm)].map(
    ([, path = '', query = '', cursor, answer = '']) => ({
      path: `/${path.replaceAll('_param}', '}')}`,
      // All of the search's but its question are keys of its cursor, which is its server's own.
      query:
        query === 'none'
          ? []
          : path === 'search'
            ? ['q']
            : query.split(', ').map((one) => one.split('=')[0]!),
      cursor: Object.keys(cursor === undefined ? {} : (JSON.parse(cursor) as object)),
      type: /^(?:items: array of )?([A-Z]\w+)$/.exec(answer)?.[1],
    }),
  )
  const members = (type: string) =>
    [...(text.split(`\n### ${type}\n`)[1]?.split('\n\n')[0] ?? '').matchAll(/^- (\w+): (.*)$/gm)].map(
      ([, name = '', words = '']) => ({ name, words }),
    )
  const read = async () => {
    const service = await createService({ reader: createMemoryChain(), dialect: 'v12' })
    onTestFinished(() => service.close())
    return readDocument(service)
  }

  it('each parameter is taken', async () => {
    const document = await read()
    expect(pages.length).toBeGreaterThan(20)
    const untaken: string[] = []
    for (const { path, query, cursor } of pages) {
      const { parameters } = document.paths[path]?.get ?? { parameters: [] }
      const next = parameters.find(({ name }) => name === 'next_page_params')?.schema as Schema | undefined
      const taken = [...parameters.map(({ name }) => name), ...Object.keys(next?.properties ?? {})]
      untaken.push(
        ...[...query, ...cursor].filter((name) => !taken.includes(name)).map((name) => `${path} ${name}`),
      )
    }
    expect(untaken).toEqual([])
  })

  it('each member is given, in its form', async () => {
    const document = await read()
    let checked = 0
    const wrong: string[] = []
    /** The forms of what a path answers: of the rows, where it is a list. */
    const givenBy = (path: string): readonly Schema[] => {
      const { content } = document.paths[path]!.get.responses[200] as {
        content: { 'application/json': { schema: Schema } }
      }
      const answer = formsOf(content['application/json'].schema, document)
      const lists = answer.flatMap(({ properties }) =>
        properties?.items ? formsOf(properties.items, document) : [],
      )
      const rows = lists.flatMap(({ items }) => (items ? formsOf(items, document) : []))
      return rows.length > 0 ? rows : answer
    }
    for (const { path, type } of pages) {
      // A contract's own page has no coins: they are in the list of contracts.
      const given = [...givenBy(path), ...(type === 'SmartContract' ? givenBy('/smart-contracts') : [])]
      for (const { name, words } of members(type ?? '')) {
        const forms = given.flatMap(({ properties }) =>
          properties?.[name] ? formsOf(properties[name], document) : [],
        )
        const types = forms.flatMap((form) => form.type ?? typeof (form.const ?? form.enum?.[0]))
        const wanted = words.endsWith(' or null') ? ['null', typeOf(words)] : [typeOf(words)]
        if (!types.some((one) => wanted.includes(one)))
          wrong.push(`${path} ${name}: ${words}, not ${types.join(' or ')}`)
        checked += 1
      }
    }
    expect(checked).toBeGreaterThan(80)
    expect(wrong).toEqual([])
  })
})
