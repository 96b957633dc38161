/**
 * Splits a source file into coloured lines, with foldable blocks and declarations. The text is untrusted: each
 * pass reads it once, whatever it contains, and none of it is run.
 */
type TokenKind = 'key' | 'type' | 'string' | 'number' | 'comment' | 'plain'
type Token = readonly [kind: TokenKind, text: string]

export type DeclarationKind =
  'contract' | 'function' | 'modifier' | 'event' | 'error' | 'struct' | 'enum' | 'constructor'
interface Declaration {
  readonly kind: DeclarationKind
  readonly name: string
  /** Index of the line, from 0. */
  readonly line: number
}

export interface CodeFile {
  readonly lines: readonly string[]
  /** Number of lines beyond `MAX_LINES`, which are not shown. */
  readonly omitted: number
  /** By index of a block's first line: the index of its last line. */
  readonly folds: ReadonlyMap<number, number>
  readonly declarations: readonly Declaration[]
  tokensOf(line: number): readonly Token[]
}

/** A browser can't scroll a taller page. */
const MAX_LINES = 500_000
/** Characters drawn of one line. */
export const MAX_LINE_LENGTH = 4_000
/** Maximum number of coloured parts in a line: each part is an element, and about sixty lines are drawn at once. */
const MAX_LINE_PARTS = 300
const MAX_DECLARATIONS = 3_000

/** Matches brackets and line ends, and the comments and strings whose brackets do not count. */
const STRUCTURE = /\/\/[^\n]*|\/\*|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|[{}\n]/g

export function readCode(text: string): CodeFile {
  const all = text.split('\n')
  const lines = all.slice(0, MAX_LINES)
  // The structure is read when a file is opened, because a contract may have 500 files.
  const structure = once(() => readStructure(text))
  const declarations = once(() => declarationsIn(lines, structure().comments))
  return {
    lines,
    omitted: all.length - lines.length,
    get folds() {
      return structure().folds
    },
    get declarations() {
      return declarations()
    },
    tokensOf: (line) =>
      tokensIn((lines[line] ?? '').slice(0, MAX_LINE_LENGTH), structure().comments.has(line)),
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** `comments`: indexes of the lines that begin inside a comment. */
function readStructure(text: string): {
  readonly folds: Map<number, number>
  readonly comments: Set<number>
} {
  const folds = new Map<number, number>()
  const comments = new Set<number>()
  const open: number[] = []
  let line = 0
  STRUCTURE.lastIndex = 0
  for (let found = STRUCTURE.exec(text); found; found = STRUCTURE.exec(text)) {
    const [sign] = found
    if (sign === '\n') line += 1
    else if (sign === '{') open.push(line)
    else if (sign === '}') {
      const start = open.pop()
      if (start !== undefined && start < line) folds.set(start, line)
    } else if (sign === '/*') {
      const end = text.indexOf('*/', found.index + 2)
      // Search in a copy of the comment: a search in the whole text would run to the end of the text each time.
      const comment = text.slice(found.index, end < 0 ? undefined : end)
      for (let at = comment.indexOf('\n'); at >= 0; at = comment.indexOf('\n', at + 1)) {
        line += 1
        comments.add(line)
      }
      STRUCTURE.lastIndex = end < 0 ? text.length : end + 2
    }
  }
  return { folds, comments }
}

const DECLARATION =
  /^\s*(?:abstract\s+)?(contract|interface|library|function|modifier|event|error|struct|enum|constructor|def)\b\s*([A-Za-z_$][\w$]{0,100})?/

function declarationsIn(lines: readonly string[], comments: ReadonlySet<number>): readonly Declaration[] {
  const found: Declaration[] = []
  for (const [line, text] of lines.entries()) {
    if (found.length === MAX_DECLARATIONS) break
    const [, word = '', name = ''] = comments.has(line) ? [] : (DECLARATION.exec(text.slice(0, 300)) ?? [])
    const kind = KINDS.get(word)
    if (kind === 'constructor' || (kind !== undefined && name !== ''))
      found.push({ kind, name: name === '' ? kind : name, line })
  }
  return found
}

const KINDS: ReadonlyMap<string, DeclarationKind> = new Map([
  ['contract', 'contract'],
  ['interface', 'contract'],
  ['library', 'contract'],
  ['function', 'function'],
  ['def', 'function'],
  ['modifier', 'modifier'],
  ['event', 'event'],
  ['error', 'error'],
  ['struct', 'struct'],
  ['enum', 'enum'],
  ['constructor', 'constructor'],
])

const TOKEN =
  /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(\b(?:0x[\da-fA-F_]+|\d[\d_.]*(?:e-?\d+)?)\b)|([A-Za-z_$][\w$]*)/g

function tokensIn(line: string, isInComment: boolean): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  if (isInComment) {
    const end = line.indexOf('*/')
    at = end < 0 ? line.length : end + 2
    tokens.push(['comment', line.slice(0, at)])
  }
  TOKEN.lastIndex = at
  // Start of plain text that is in no token yet; adjacent plain parts become one token.
  let plainFrom = at
  for (let found = TOKEN.exec(line); found && tokens.length < MAX_LINE_PARTS; found = TOKEN.exec(line)) {
    const [text, comment, string, number] = found
    const kind =
      comment === undefined
        ? string === undefined
          ? number === undefined
            ? wordKind(text)
            : 'number'
          : 'string'
        : 'comment'
    if (kind === 'plain') continue
    if (found.index > plainFrom) tokens.push(['plain', line.slice(plainFrom, found.index)])
    plainFrom = found.index + text.length
    tokens.push([kind, text])
  }
  if (plainFrom < line.length) tokens.push(['plain', line.slice(plainFrom)])
  return tokens
}

const TYPE =
  /^(?:u?int\d*|u?fixed\w*|bytes\d*|byte|address|bool|string|mapping|String|Bytes|HashMap|DynArray)$/
const KEYS: ReadonlySet<string> = new Set(
  `abstract anonymous as assembly break calldata case catch constant constructor continue contract default delete do else
emit enum error event external fallback false final for from function if immutable import indexed interface internal is let
library memory modifier new override payable pragma private public pure receive return returns revert require assert solidity
storage struct super switch this throw true try type unchecked unicode using view virtual while yield
def self and or not in pass raise log implements wei gwei ether seconds minutes hours days weeks`.split(
    /\s+/,
  ),
)
const wordKind = (word: string): TokenKind => (KEYS.has(word) ? 'key' : TYPE.test(word) ? 'type' : 'plain')

export interface Match {
  readonly file: number
  readonly line: number
}

/** Lines that contain the text, ignoring case; at most `max`. */
export function findLines(files: readonly CodeFile[], text: string, max: number): readonly Match[] {
  const wanted = text.toLowerCase()
  const found: Match[] = []
  if (wanted === '') return found
  for (const [file, { lines }] of files.entries())
    for (const [line, one] of lines.entries()) {
      if (!one.toLowerCase().includes(wanted)) continue
      found.push({ file, line })
      if (found.length === max) return found
    }
  return found
}
