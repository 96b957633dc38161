/** The OpenAPI document of a service as a test reads it: what it says of each path, as functions that check an answer. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Service } from '../server.ts'
import { sendRequest } from './http.ts'

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: {
    readonly type?: string
    readonly enum?: readonly string[]
    readonly pattern?: string
    readonly minimum?: number
    readonly items?: Parameter['schema']
  }
}
interface Operation {
  readonly operationId: string
  readonly parameters: readonly Parameter[]
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: object }>>
}
export interface Document {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>
  readonly servers: readonly { readonly url: string }[]
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

export const readDocument = async (service: Service) =>
  JSON.parse((await sendRequest(`${service.url}/openapi.json`)).text) as Document

const ID = 'https://api.invalid/openapi.json'
const step = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/** The validator for a path and a status; undefined for a file. */
export type AnswerOf = (path: string, status: number) => ValidateFunction | undefined

/** `isClosed`: a member that the document does not name is wrong as well. */
export function answersOf(document: Document, isClosed = false): AnswerOf {
  // Code for each schema once, as it comes: making it took longer than running it.
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  })
  ajv.addSchema({ ...(isClosed ? (closed(document) as Document) : document), $id: ID })
  const known = new Map<string, ValidateFunction>()
  return (path, status) => {
    const answer = document.paths[path]?.get.responses[status]
    if (answer?.content && !('application/json' in answer.content)) return undefined
    const pointer = answer?.$ref ?? `#/paths/${step(path)}/get/responses/${String(status)}`
    const fits =
      known.get(pointer) ?? ajv.compile({ $ref: `${ID}${pointer}/content/application~1json/schema` })
    known.set(pointer, fits)
    return fits
  }
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inside = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  const isOpen = inside.type === 'object' && inside.properties && inside.additionalProperties === undefined
  return isOpen ? { ...inside, additionalProperties: false } : inside
}
