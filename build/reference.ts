/**
 * docs/reference, made from the code: the calls, events and errors of the contract, settings, the command line,
 * variables of the environment and the schemas of files.
 * `npm run reference` writes it; a test compares it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import * as z from 'zod/mini'
import { CALLS, EVENTS } from '../src/shared/rpc/contract.ts'
import { withDefaults } from '../src/shared/settings.ts'
import { settings } from '../src/shared/settings-schema.ts'
import { commandLinePage } from './command-line-page.ts'
import { environmentPage } from './environment-page.ts'
import { filesPage } from './files-page.ts'
import { code, flat, MADE, table } from './markdown.ts'

const ROOT = join(import.meta.dirname, '..')
const CONTRACT = 'src/shared/rpc/contract'
const ERRORS = 'src/shared/errors/errors.ts'
const SETTINGS = 'src/shared/settings-schema.ts'

interface Declared {
  readonly comment: string
  /** The type that a call gives back, or an event carries; empty where it has none. */
  readonly type: string
}

/** The content of each page, by its path from the root of the repository. */
export const referencePages = (): Readonly<Record<string, string>> => ({
  'docs/reference/contract.md': contractPage(),
  'docs/reference/errors.md': errorsPage(),
  'docs/reference/settings.md': settingsPage(),
  'docs/reference/command-line.md': commandLinePage(),
  'docs/reference/environment.md': environmentPage(),
  'docs/reference/files.md': filesPage(),
})

function contractPage(): string {
  const declared = readContract()
  const rows = (part: Readonly<Record<string, { readonly input: z.core.$ZodType }>>) =>
    Object.entries(part).map(([name, { input }]) => {
      const { comment, type } = declared.get(name) ?? { comment: '', type: '' }
      return [code(name), comment, code(shapeOf(input)), type === '' ? '' : code(type)]
    })
  return [
    '# The contract: calls and events of the core',
    `What a window, the command line or another host can ask of the core ([processes](../architecture/processes.md)). A call is answered once, with a value or an [error](errors.md); an event stream begins with the current state, where it is about one (\`data.erased\` and \`activity.arrived\` tell what happens). Types are declared in \`${CONTRACT}\`, one file for each domain. ${MADE}`,
    '## Calls',
    table(['Call', 'What it does', 'Input', 'Output'], rows(CALLS)),
    '## Events',
    table(['Event', 'What it says', 'Parameters', 'Data'], rows(EVENTS)),
  ].join('\n\n')
}

function errorsPage(): string {
  const file = parse(ERRORS)
  const alias = file.statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === 'ChainglassError',
  ) as ts.TypeAliasDeclaration
  const rows = (alias.type as ts.UnionTypeNode).types.map((type) => {
    const members = membersOf(type)
    const own = [...members].filter(([name]) => name !== 'code').map(([name, text]) => `${name}: ${text}`)
    return [
      code((members.get('code') ?? '').replaceAll("'", '')),
      commentBefore(file, type),
      code(own.join('; ')),
    ]
  })
  return [
    '# Errors',
    `Every call is answered by a value or by one of these (\`${ERRORS}\`); the client, the command line and the MCP server give the same codes. Those that come from a server may also have \`host\` and \`serverMessage\`, a server's own text. ${MADE}`,
    table(['Code', 'When', 'Members'], rows),
  ].join('\n\n')
}

function settingsPage(): string {
  const file = parse(SETTINGS)
  const comments = new Map<string, string>()
  walk(file, (node) => {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name))
      comments.set(node.name.text, commentBefore(file, node))
  })
  const defaults = withDefaults({}) as Readonly<Record<string, unknown>>
  const rows = Object.entries(settings.shape).map(([name, schema]) => [
    code(name),
    comments.get(name) ?? '',
    code(shapeOf(schema)),
    code(JSON.stringify(defaults[name])),
  ])
  return [
    '# Settings',
    `What \`settings.change\` accepts; only what differs from its default is stored ([data on disk](../architecture/data.md)). Declared in \`${SETTINGS}\` and \`src/shared/settings.ts\`. ${MADE}`,
    table(['Setting', 'What it is', 'Values', 'Default'], rows),
  ].join('\n\n')
}

/** Comments and types of the contract, which only its source has. */
function readContract(): ReadonlyMap<string, Declared> {
  const found = new Map<string, Declared>()
  for (const name of readdirSync(join(ROOT, CONTRACT)).filter((name) => !name.includes('.test.'))) {
    const file = parse(`${CONTRACT}/${name}`)
    walk(file, (node) => {
      if (!ts.isPropertyAssignment(node) || !ts.isStringLiteral(node.name)) return
      const [type] = typeArguments(node.initializer)
      found.set(node.name.text, {
        comment: commentBefore(file, node),
        type: type ? flat(type.getText(file)) : '',
      })
    })
  }
  return found
}

/** The type arguments of `call<Output>().with(input)`. */
function typeArguments(node: ts.Expression): readonly ts.TypeNode[] {
  let at: ts.Node = node
  while (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at)) {
    if (ts.isCallExpression(at) && at.typeArguments) return at.typeArguments
    at = at.expression
  }
  return []
}

/** By name, of an object type or an intersection of several. */
function membersOf(type: ts.TypeNode): ReadonlyMap<string, string> {
  const members = new Map<string, string>()
  walk(type, (node) => {
    if (ts.isPropertySignature(node) && node.type && node.parent !== type.parent)
      members.set(
        node.name.getText() + (node.questionToken ? '?' : ''),
        flat(node.type.getText()).replace(' | undefined', ''),
      )
  })
  return members
}

/** The comment right before a node, as one line. Before a member of a union it stands before the bar. */
function commentBefore(file: ts.SourceFile, node: ts.Node): string {
  const [, text = ''] =
    /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*\|?\s*$/.exec(file.text.slice(0, node.getStart(file))) ?? []
  return flat(text.replace(/^\s*\* ?/gm, ''))
}

/** An input as a TypeScript type. Its limits and what lies deep in it are left out: the schema has them. */
const shapeOf = (schema: z.core.$ZodType): string =>
  typeOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), 2)

/** The most names of a list that are written out. */
const MAX_NAMED = 6

/** `depth`: how many objects within one another are written out. */
function typeOf(schema: z.core.JSONSchema._JSONSchema, depth: number): string {
  if (typeof schema === 'boolean') return 'unknown'
  const { type, enum: values, properties, required = [], items, anyOf, oneOf } = schema
  if ('const' in schema) return JSON.stringify(schema.const)
  if (values) {
    const named = values.slice(0, MAX_NAMED).map((value) => JSON.stringify(value))
    return [...named, ...(values.length > MAX_NAMED ? [`… ${String(values.length)} in all`] : [])].join(' | ')
  }
  const parts = anyOf ?? oneOf
  if (parts) return [...new Set(parts.map((part) => typeOf(part, depth)))].join(' | ')
  if (type === 'array') {
    const item = items === undefined || Array.isArray(items) ? 'unknown' : typeOf(items, depth)
    return /^\w+$|^\{[^|]*\}$/.test(item) ? `${item}[]` : `(${item})[]`
  }
  if (type === 'object' && properties) {
    if (Object.keys(properties).length === 0) return '{}'
    if (depth === 0) return '{ … }'
    const members = Object.entries(properties).map(
      ([name, member]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(member, depth - 1)}`,
    )
    return `{ ${members.join('; ')} }`
  }
  if (type === 'object') {
    const value = schema.additionalProperties
    return `Record<string, ${value === undefined ? 'unknown' : typeOf(value, depth)}>`
  }
  return type === 'integer' ? 'number' : typeof type === 'string' ? type : 'unknown'
}

const parse = (path: string) =>
  ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true)

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => {
    walk(child, visit)
  })
}

if (import.meta.main)
  for (const [path, content] of Object.entries(referencePages())) writeFileSync(join(ROOT, path), content)
