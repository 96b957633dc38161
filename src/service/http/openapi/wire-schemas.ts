/**
 * JSON Schemas of what a dialect writes: the schemas that read an item name its members, the dialect's rules say which
 * of them it writes, under which names and in which form.
 */
import * as z from 'zod/mini'
import { addressRef } from '#shared/chain/address.ts'
import * as fields from '#shared/chain/fields.ts'
import { DETAIL_ITEMS } from '#shared/lists/detail-items.ts'
import { DETAIL_IDS, type DetailId } from '#shared/lists/detail-table.ts'
import type { Dialect } from '#shared/lists/dialects.ts'
import { LIST_ITEMS } from '#shared/lists/list-items.ts'
import { LIST_IDS, listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import { BEHAVIOURS, dialectWriter } from '../dialects/dialect.ts'
import type { WriteRule, WriterOptions } from '../dialects/writer.ts'
import { OWN_FORMS, OWN_MEMBERS, type OwnMembers } from './own-forms.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

const number = '^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$'
/** The JSON Schema of each kind of field. */
const FIELDS: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [fields.decimal, { type: 'string', pattern: '^-?[0-9]+$' }],
  [fields.rate, { type: 'string', pattern: number }],
  [fields.integer, { type: 'integer' }],
  [fields.percentage, { type: 'number' }],
  [fields.hash, { type: 'string', pattern: '^0x' }],
  [fields.text, { type: 'string' }],
  [fields.flag, { type: 'boolean' }],
])

const REF = '#/components/schemas/'

export interface WireSchemas {
  readonly components: Readonly<Record<string, JsonSchema>>
  readonly itemOf: (list: ListId) => JsonSchema
  readonly detailOf: (detail: DetailId) => JsonSchema
  readonly answerOf: (schema: z.core.$ZodType) => JsonSchema
}

export function createWireSchemas(dialect: Dialect): WireSchemas {
  const [instance, pro] = (['instance', 'pro'] as const).map((form) =>
    describe(dialectWriter(dialect, { form, origin: '' }).options, BEHAVIOURS[dialect].isOfExplorers),
  ) as [WireSchemas, WireSchemas]
  return {
    ...instance,
    components: Object.fromEntries(
      Object.entries(instance.components).map(([name, one]) => {
        const other = pro.components[name] ?? one
        return [name, either(one, other)]
      }),
    ),
    answerOf: (schema) => either(instance.answerOf(schema), pro.answerOf(schema)),
  }
}

const either = (one: JsonSchema, other: JsonSchema): JsonSchema =>
  JSON.stringify(one) === JSON.stringify(other) ? one : { anyOf: [one, other] }

function describe(options: WriterOptions, isOfExplorers: boolean): WireSchemas {
  const rules = new Map(options.rules)
  const rowRules = new Map(options.rowRules)
  const names = componentNames()
  const components: Record<string, JsonSchema> = {}

  function of(schema: z.core.$ZodType, isRow = false): JsonSchema {
    const name = names.get(schema)
    if (name === undefined) return inFull(schema, rules.get(schema))
    const rowRule = isRow ? rowRules.get(schema) : undefined
    const id = rowRule ? `Listed${name}` : name
    if (!Object.hasOwn(components, id)) {
      components[id] = {}
      components[id] = inFull(schema, rowRule ?? rules.get(schema))
    }
    return { $ref: `${REF}${id}` }
  }

  function inFull(schema: z.core.$ZodType, rule?: WriteRule, own = OWN_MEMBERS.get(schema)): JsonSchema {
    const field = FIELDS.get(schema)
    if (field) return field
    const form = OWN_FORMS.get(schema)
    if (form) return inFull(form, rules.get(form) ?? rule)
    const { def } = (schema as z.core.$ZodTypes)._zod
    switch (def.type) {
      case 'optional':
      case 'default':
        return of(def.innerType)
      case 'nullable':
        return orNull(of(def.innerType))
      case 'null':
        return { type: 'null' }
      case 'literal':
        return { const: def.values[0] }
      case 'array':
        return { type: 'array', items: of(def.element) }
      case 'union':
        return {
          anyOf: def.options.map((one) => (names.has(one) ? of(one) : inFull(one, rules.get(one) ?? rule))),
        }
      case 'intersection':
        return together(inFull(def.left, rules.get(def.left)), inFull(def.right))
      case 'record':
        return { type: 'object', additionalProperties: of(def.valueType) }
      case 'pipe': {
        const inner = (def.in as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.out : def.in
        return inFull(inner, rules.get(inner) ?? rule, own ?? OWN_MEMBERS.get(inner))
      }
      case 'object':
        return objectIn(def.shape, rule, own)
      default:
        return {}
    }
  }

  function objectIn(shape: z.core.$ZodShape, rule: WriteRule = {}, own: OwnMembers = {}): JsonSchema {
    const isWhole = rule.keepsUnknown ?? options.knownKeysOnly !== true
    const properties: Record<string, JsonSchema> = {}
    const required = new Set<string>()
    for (const [name, form, isOptional] of membersOf(shape, rule, own, isWhole, isOfExplorers)) {
      properties[name] = of(form)
      if (!isOptional) required.add(name)
    }
    return { type: 'object', ...(required.size > 0 && { required: [...required] }), properties }
  }

  const itemOf = (list: ListId) => of(LIST_ITEMS[list], true)
  const detailOf = (detail: DetailId): JsonSchema => {
    const schema = DETAIL_ITEMS[detail]
    // The first rows of a list are written like the list.
    return schema instanceof z.ZodMiniArray
      ? { type: 'array', items: of(schema.def.element, true) }
      : of(schema)
  }
  for (const id of LIST_IDS) itemOf(id)
  for (const id of DETAIL_IDS) detailOf(id)
  return { components, itemOf, detailOf, answerOf: (schema) => of(schema) }
}

type Member = readonly [name: string, form: z.core.$ZodType, isOptional: boolean]

/** The members of an object as they are written; the later one of two members with the same name counts. */
function* membersOf(
  shape: z.core.$ZodShape,
  { drop = [], rename = {}, fields: written = {}, adds = {} }: WriteRule,
  { forms = {}, more = {}, ofExplorers = {}, optional = [], optionalElsewhere = [] }: OwnMembers,
  isWhole: boolean,
  isOfExplorers: boolean,
): Generator<Member> {
  const mayLack = new Set([...optional, ...(isOfExplorers ? [] : optionalElsewhere)])
  const member = (key: string, form: z.core.$ZodType): Member => [
    rename[key] ?? key,
    form,
    mayLack.has(key) || isOptional(form),
  ]
  for (const [key, schema] of Object.entries(shape)) {
    const field = written[key]
    if (!drop.includes(key))
      yield member(key, typeof field === 'object' ? field.form : (forms[key] ?? schema))
  }
  const others = { ...(isWhole && more), ...(isOfExplorers && ofExplorers), ...adds }
  for (const [key, form] of Object.entries(others)) if (!drop.includes(key)) yield member(key, form)
}

/** An object with the members of both. */
function together(one: JsonSchema, other: JsonSchema): JsonSchema {
  const required = [one, other].flatMap((schema) => schema.required as readonly string[])
  return {
    type: 'object',
    required,
    properties: { ...(one.properties as JsonSchema), ...(other.properties as JsonSchema) },
  }
}

const orNull = ({ type, ...rest }: JsonSchema): JsonSchema =>
  typeof type === 'string'
    ? { type: [type, 'null'], ...rest }
    : { anyOf: [{ ...(type === undefined ? {} : { type }), ...rest }, { type: 'null' }] }

/** Not there, or never null. What is `maybe` is there: our service writes a null. */
function isOptional(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'optional' && (def.innerType as z.core.$ZodTypes)._zod.def.type !== 'nullable'
}

/** `InternalTransaction`; with a number if another schema has the name. */
function componentNames(): ReadonlyMap<unknown, string> {
  const names = new Map<unknown, string>()
  const add = (schema: unknown, id: string) => {
    if (names.has(schema) || schema instanceof z.ZodMiniArray) return
    const name = id.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
    const taken = new Set(names.values())
    for (let n = 1; ; n += 1) {
      const free = n === 1 ? name : `${name}${String(n)}`
      if (taken.has(free)) continue
      names.set(schema, free)
      return
    }
  }
  add(addressRef, 'address-ref')
  // Complete items first, so that lists of them use their name.
  for (const id of LIST_IDS) add(LIST_ITEMS[id], listEndpoint(id).resource)
  for (const id of DETAIL_IDS) add(DETAIL_ITEMS[id], id)
  return names
}
