/**
 * JSON Schemas of items, derived from the schemas that read them. A server of another version writes a field under
 * its old name, a number as a text, or a part in another form: a schema accepts everything that the reader accepts,
 * so that one document is right for every dialect.
 */
import * as z from 'zod/mini'
import { addressDetail, addressRef } from '#shared/chain/address.ts'
import * as fields from '#shared/chain/fields.ts'
import { smartContract } from '#shared/chain/smart-contract.ts'
import { DETAIL_ITEMS } from '#shared/lists/detail-items.ts'
import { DETAIL_IDS, type DetailId } from '#shared/lists/detail-table.ts'
import { LIST_ITEMS } from '#shared/lists/list-items.ts'
import { LIST_IDS, listEndpoint, type ListId } from '#shared/lists/list-table.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** The JSON Schema of each kind of field. */
const FIELDS: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [fields.decimal, { type: ['string', 'integer'], pattern: '^-?[0-9]+$' }],
  [fields.rate, { type: ['string', 'number'], pattern: '^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$' }],
  [fields.integer, { type: ['integer', 'string'], pattern: '^-?[0-9]+$' }],
  [fields.percentage, { type: ['number', 'string'], pattern: '^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$' }],
  [fields.hash, { type: 'string', pattern: '^0x' }],
  [fields.text, { type: 'string' }],
  [fields.flag, { type: 'boolean' }],
])

/** Read from two forms that differ only in a few names. */
const ALIKE: ReadonlySet<unknown> = new Set([addressRef, addressDetail, smartContract])

const REF = '#/components/schemas/'

export interface WireSchemas {
  readonly components: Readonly<Record<string, JsonSchema>>
  readonly itemOf: (list: ListId) => JsonSchema
  readonly detailOf: (detail: DetailId) => JsonSchema
}

export function createWireSchemas(): WireSchemas {
  const names = new Map<unknown, string>()
  const registry = z.registry<{ id: string }>()
  const add = (schema: z.core.$ZodType, name: string) => {
    if (names.has(schema)) return
    names.set(schema, name)
    registry.add(schema, { id: name })
  }
  add(addressRef, 'AddressRef')
  // Complete items first, so that lists of them use their name.
  for (const id of LIST_IDS) add(LIST_ITEMS[id], componentName(listEndpoint(id).resource, names))
  for (const id of DETAIL_IDS) add(DETAIL_ITEMS[id], componentName(id, names))
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    unrepresentable: 'any',
    uri: (id) => `${REF}${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      overrideWire(zodSchema, jsonSchema)
    },
  })
  const named = (schema: unknown): JsonSchema => ({ $ref: `${REF}${names.get(schema) ?? ''}` })
  return {
    components: Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutHead(schema)])),
    itemOf: (list) => named(LIST_ITEMS[list]),
    detailOf: (detail) => named(DETAIL_ITEMS[detail]),
  }
}

/** `InternalTransaction`; with a number if another schema has the name. */
function componentName(id: string, names: ReadonlyMap<unknown, string>): string {
  const name = id.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const taken = new Set(names.values())
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? name : `${name}${String(n)}`
    if (!taken.has(free)) return free
  }
}

function overrideWire(schema: z.core.$ZodTypes, json: Record<string, unknown>): void {
  const field = FIELDS.get(schema)
  if (field) replace(json, field)
  else if (fields.oldNamesOf(schema)) replace(json, withOldNames(json, fields.oldNamesOf(schema) ?? {}))
  // Read from several forms: the parsed type says nothing about the input.
  else if (schema._zod.def.type === 'pipe' && !ALIKE.has(schema)) replace(json, {})
}

/** A field may have its old name or its present one. */
function withOldNames(json: JsonSchema, names: Readonly<Record<string, string>>): JsonSchema {
  const properties = json.properties as Readonly<Record<string, JsonSchema>> | undefined
  const required = json.required as readonly string[] | undefined
  if (!properties) return json
  const renamed = new Set(Object.values(names))
  const olds = Object.entries(names).map(([old, name]) => [
    old,
    { ...properties[name], deprecated: true, description: `Of older servers: ${name}.` },
  ])
  const either = (required ?? [])
    .filter((name) => renamed.has(name))
    .map((name) => ({
      anyOf: [name, ...Object.keys(names).filter((old) => names[old] === name)].map((one) => ({
        required: [one],
      })),
    }))
  const { required: _required, ...rest } = json
  const always = (required ?? []).filter((name) => !renamed.has(name))
  return {
    ...rest,
    properties: { ...properties, ...(Object.fromEntries(olds) as Record<string, JsonSchema>) },
    ...(always.length > 0 ? { required: always } : {}),
    ...(either.length > 0 ? { allOf: either } : {}),
  }
}

function replace(json: Record<string, unknown>, by: JsonSchema): void {
  for (const name of Object.keys(json)) delete json[name]
  Object.assign(json, by)
}

function withoutHead(schema: JsonSchema): JsonSchema {
  const { $schema: _schema, $id: _id, ...rest } = schema
  return rest
}
