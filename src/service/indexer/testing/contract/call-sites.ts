/** Where the source asks an index for something. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = ['store', 'read', 'sync', 'follow']
/** Methods of an index that are statements, or make one. */
const METHODS: ReadonlySet<string> = new Set([
  ...['all', 'get', 'run', 'send', 'insertRows', 'changeRows', 'exec', 'lookUp'],
])

interface CallSite {
  /** `store/name-table.ts:31:27`, as a stack names it. */
  readonly place: string
  readonly file: string
  readonly text: string
}

/** Calls of a method of `database`, whatever holds it, in all files but these. */
export function callSites(except: ReadonlySet<string>): readonly CallSite[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !except.has(file))
      .sort()
      .flatMap(callSitesIn),
  )
}

function callSitesIn(file: string): readonly CallSite[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(ROOT, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const found: CallSite[] = []
  const visit = (node: ts.Node) => {
    const name = ts.isCallExpression(node) && node.arguments.length > 0 ? methodOf(node.expression) : null
    if (name) {
      const { line, character } = source.getLineAndCharacterOfPosition(name.getStart())
      found.push({
        place: `${file}:${String(line + 1)}:${String(character + 1)}`,
        file,
        text: node.getText().replaceAll(/\s+/g, ' '),
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The name of the method where it is one of an index: `store.database.get`, `this.#database.lookUp?.`, or `get` of its own. */
function methodOf(called: ts.Expression): ts.Node | null {
  if (ts.isIdentifier(called)) return METHODS.has(called.text) ? called : null
  if (!ts.isPropertyAccessExpression(called) || !METHODS.has(called.name.text)) return null
  const { expression } = called
  const holder = ts.isPropertyAccessExpression(expression) ? expression.name : expression
  return /^#?(?:database|connection)$/.test(holder.getText()) ? called.name : null
}
