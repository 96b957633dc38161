/** Creates the OpenAPI 3.1 document of a service from the tables of lists and details. */
import { text } from '#shared/chain/fields.ts'
import type { Dialect } from '#shared/lists/dialects.ts'
import { DETAIL_IDS, detailEndpoint, type DetailId } from '#shared/lists/detail-table.ts'
import { narrowingOf } from '../narrow-lists.ts'
import { cursorFormat } from '../cursor.ts'
import { notice } from '../explorer/explorer-page.ts'
import { BEHAVIOURS } from '../dialects/dialect.ts'
import { CURSOR } from '../next-cursor.ts'
import { EXPLORER_PAGE_IDS, explorerPage, type ExplorerPageId } from '../explorer/explorer-table.ts'
import { SIZES } from '../explorer/explorer-query.ts'
import { MAX_LISTED, pageSize, type Filter } from '#shared/lists/filters.ts'
import { LIST_IDS, listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import { PARAM_FORMATS, type ParamFormat } from '#shared/path-params.ts'
import { ROWS_PER_PAGE } from '../list-query-format.ts'
import { CREDITS_OF_EXPLORERS } from '../routes.ts'
import { createWireSchemas, type JsonSchema, type WireSchemas } from './wire-schemas.ts'

export interface DocumentOptions {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  /** Whether every request needs a key, and not only those with a chain id. */
  readonly needsKey?: boolean
  readonly dialect: Dialect
}

export function createOpenApiDocument({ url, dialect, needsKey = false }: DocumentOptions): JsonSchema {
  const schemas = createWireSchemas(dialect)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chain Data Read API',
      version: '2',
      description: `As Chainglass serves it, in the dialect ${dialect}. Amounts are decimal texts in the smallest unit of their asset. Lists are read page by page: the members of \`next_page_params\` are sent back as the query, a null as the text \`null\`. Objects may have members that are not named here.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: `${url}/api/v2`, description: 'The chain.' },
      {
        url: `${url}/{chain_id}/api/v2`,
        description: 'The same, with a key.',
        variables: { chain_id: { default: '1', description: 'Decimal.' } },
      },
    ],
    security: [...(needsKey ? [] : [{}]), { bearer: [] }, { header: [] }, { query: [] }],
    tags: [
      { name: 'lists', description: 'Read page by page.' },
      { name: 'details', description: 'One thing in full.' },
      { name: 'explorers', description: 'What only explorers’ frontends ask for.' },
    ],
    paths: Object.fromEntries([
      ...LIST_IDS.map((id) => [listEndpoint(id).path, { get: listOperation(id, dialect, schemas) }]),
      ...DETAIL_IDS.map((id) => [detailEndpoint(id).path, { get: detailOperation(id, schemas) }]),
      ...EXPLORER_PAGE_IDS.map((id) => [explorerPage(id).path, { get: explorerOperation(id, schemas) }]),
    ]) as JsonSchema,
    components: {
      schemas: { ...schemas.components, ...ERRORS },
      responses: RESPONSES,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        header: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        query: { type: 'apiKey', in: 'query', name: 'apikey' },
      },
    },
  }
}

/** Beside the members of `next_page_params`, of which it is the whole. */
const ONE_CURSOR = {
  name: CURSOR,
  in: 'query',
  description: 'The `next_cursor` of the page before, in place of the members of `next_page_params`.',
  schema: { type: 'string' },
}

function listOperation(id: ListId, dialect: Dialect, schemas: WireSchemas): JsonSchema {
  const { path, params, filters, credits } = listEndpoint(id)
  const known = [
    ...Object.entries(filters).filter(([, { dialects }]) => dialects?.includes(dialect) ?? true),
    ...Object.entries(narrowingOf(id, dialect)).map(([name, { filter }]) => [name, filter] as const),
  ]
  const cursor = cursorSchema(id, dialect, schemas)
  const hasCursor = BEHAVIOURS[dialect].isOfExplorers
  return {
    operationId: id,
    tags: ['lists'],
    summary: `${id.replaceAll('-', ' ')}, at most ${String(ROWS_PER_PAGE)} a page`,
    description: `Costs ${String(credits)} credits with a key.`,
    parameters: [
      ...pathParameters(path, params),
      ...queryParameters(known),
      ...(hasCursor ? [ONE_CURSOR] : []),
      {
        name: 'next_page_params',
        in: 'query',
        description: 'The members of `next_page_params` of the page before, each as a parameter of its own.',
        style: 'form',
        explode: true,
        schema: cursor,
      },
    ],
    responses: {
      200: ok({
        type: 'object',
        required: ['items', 'next_page_params', ...(hasCursor ? ['next_cursor'] : [])],
        properties: {
          items: { type: 'array', items: schemas.itemOf(id) },
          next_page_params: { anyOf: [cursor, { type: 'null' }] },
          ...(hasCursor ? { next_cursor: { type: ['string', 'null'] } } : {}),
          ...(BEHAVIOURS[dialect].envelopeMeta && {
            meta: {
              ...schemas.answerOf(notice),
              description: 'Where the list is still being prepared, or can’t be had.',
            },
          }),
        },
      }),
      304: { description: 'What `if-none-match` names is what it would get.' },
      ...FAILURES,
    },
  }
}

function detailOperation(id: DetailId, schemas: WireSchemas): JsonSchema {
  const { path, params, noun, credits } = detailEndpoint(id)
  const inQuery = Object.entries(params).filter(([name]) => !path.includes(`{${name}}`))
  return {
    operationId: id,
    tags: ['details'],
    summary: noun,
    description: `Costs ${String(credits)} credits with a key.`,
    parameters: [
      ...pathParameters(path, params),
      ...inQuery.map(([name, format]) => ({ name, in: 'query', required: true, ...parameterForm(format) })),
    ],
    responses: { 200: ok(schemas.detailOf(id)), ...FAILURES },
  }
}

function explorerOperation(id: ExplorerPageId, schemas: WireSchemas): JsonSchema {
  const { path, params, noun, filters = {}, cursor = [], answer } = explorerPage(id)
  return {
    operationId: id,
    tags: ['explorers'],
    summary: noun,
    description: `Costs ${String(CREDITS_OF_EXPLORERS)} credits with a key.`,
    parameters: [
      ...pathParameters(path, params),
      ...queryParameters([
        ...Object.entries(filters),
        ...(cursor.length > 0 ? SIZES.map((name) => [name, pageSize] as const) : []),
      ]),
      ...(cursor.length > 0 ? [ONE_CURSOR] : []),
      ...cursor.map((name) => ({
        name,
        in: 'query',
        description: 'Of `next_page_params`.',
        schema: { type: 'integer' },
      })),
    ],
    responses: {
      200: ok(schemas.answerOf(answer), answer === text ? 'text/csv' : 'application/json'),
      ...FAILURES,
    },
  }
}

const queryParameters = (filters: readonly (readonly [string, Filter])[]): readonly JsonSchema[] =>
  filters.map(([name, filter]) => ({
    name,
    in: 'query',
    description: filter.description,
    ...filterForm(filter),
  }))

function pathParameters(path: string, params: Readonly<Record<string, ParamFormat>>): readonly JsonSchema[] {
  return Object.entries(params)
    .filter(([name]) => path.includes(`{${name}}`))
    .map(([name, format]) => ({ name, in: 'path', required: true, ...parameterForm(format) }))
}

const parameterForm = (format: ParamFormat) => ({
  description: PARAM_FORMATS[format].description,
  schema: formatSchema(format),
})

/** A text of up to 200 characters: its pattern does not work in other languages. */
const formatSchema = (format: ParamFormat): JsonSchema =>
  format === 'searchText'
    ? { type: 'string', minLength: 1, maxLength: 200 }
    : { type: 'string', pattern: PARAM_FORMATS[format].pattern.source }

function filterForm(filter: Filter): JsonSchema {
  const listed = (items: JsonSchema, more: JsonSchema = {}) => ({
    style: 'form',
    explode: false,
    schema: { type: 'array', items, ...more },
  })
  switch (filter.kind) {
    case 'one':
      return { schema: { type: 'string', enum: filter.values } }
    case 'many':
      return listed({ type: 'string', enum: filter.values })
    case 'flag':
      return { schema: { type: 'boolean' } }
    case 'count':
      return { schema: { type: 'integer', minimum: filter.min, maximum: filter.max } }
    case 'listOf':
      return listed(formatSchema(filter.format), { maxItems: MAX_LISTED })
    case 'searchText':
      return {
        schema: {
          ...formatSchema(filter.kind),
          ...(filter.pattern && { pattern: filter.pattern.source }),
        },
      }
    default:
      return { schema: formatSchema(filter.kind) }
  }
}

/** Older servers repeat the filters of the request in it. */
const cursorSchema = (id: ListId, dialect: Dialect, schemas: WireSchemas): JsonSchema => ({
  ...schemas.answerOf(cursorFormat(id, dialect).form),
  ...(BEHAVIOURS[dialect].echoesFilters && { additionalProperties: { type: 'string' } }),
})

const ok = (schema: JsonSchema, type = 'application/json') => ({
  description: 'Found.',
  content: { [type]: { schema } },
})

const ERRORS = {
  Message: {
    type: 'object',
    required: ['message'],
    properties: { message: { type: 'string' } },
  },
  Later: {
    type: 'object',
    required: ['message'],
    properties: {
      message: { type: 'string' },
      status: { const: 'pending' },
      progress: {
        type: 'object',
        required: ['done', 'of'],
        properties: { done: { type: 'integer' }, of: { type: 'integer' } },
      },
    },
  },
  InvalidParameter: {
    type: 'object',
    required: ['errors'],
    properties: {
      errors: {
        type: 'array',
        items: {
          type: 'object',
          required: ['title', 'source', 'detail'],
          properties: {
            title: { type: 'string' },
            source: { type: 'object', properties: { pointer: { type: 'string' } } },
            detail: { type: 'string' },
          },
        },
      },
    },
  },
  Refusal: {
    type: 'object',
    properties: { message: { type: 'string' }, error: { type: 'string' }, source: { type: 'string' } },
  },
}

const failure = (description: string, schema: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
})

const RESPONSES = {
  Unauthorized: failure('A chain by its id needs a key.', 'Refusal'),
  NotFound: failure('There is no such thing, or no such chain.', 'Refusal'),
  Invalid: failure('A parameter is malformed, missing, or unknown.', 'InvalidParameter'),
  NotAllowed: failure('Only GET, HEAD and OPTIONS.', 'Message'),
  TooMany: failure('More requests a second than are taken. `retry-after` says for how long.', 'Message'),
  Failed: {
    description: 'The service failed: a bare text.',
    content: { 'application/json': { schema: { type: 'string' } } },
  },
  NotServed: failure('The chain can’t give this, and says why.', 'Message'),
  Unavailable: failure('It can’t be read now, but may be soon: `retry-after` says when.', 'Later'),
}

const response = (name: keyof typeof RESPONSES) => ({ $ref: `#/components/responses/${name}` })
const FAILURES = {
  401: response('Unauthorized'),
  404: response('NotFound'),
  405: response('NotAllowed'),
  422: response('Invalid'),
  429: response('TooMany'),
  500: response('Failed'),
  501: response('NotServed'),
  503: response('Unavailable'),
}
