import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, readCsvCell } from './csv-cell.ts'

/** The cells that a program sees if it splits at one of these, and accepts quotes only at the start of a cell. */
function cellsAsReadBy(separator: string, line: string): string[] {
  return line.split(new RegExp(`[${separator}\r\n]`)).map((cell) => cell.replace(/^["\s]+/, ''))
}
const beginsFormula = (cell: string) =>
  /^[=+\-@＝＋－＠]/u.test(cell.normalize('NFKC')) || /^[=+\-@]/.test(cell)

const formulas = [
  '=1+1',
  '+cmd',
  '-cmd',
  '@SUM(A1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  ' =1',
  '\t=1',
  '\r=1',
  '"=1',
  '\u2003=1',
  '\ufeff=1',
  '\u2028@x',
  '﹦1+1',
  '﹫x',
  "=cmd|' /C calc'!A0",
  "\u00a0\u2009+cmd|' /C calc'!A0",
]

describe('no table program finds a formula', () => {
  it.each(formulas)('in %j, whichever sign parts its cells', (formula) => {
    for (const text of [
      formula,
      `x;${formula};y`,
      `x\t${formula}`,
      `x|${formula}`,
      `x\n${formula}`,
      `x,${formula}`,
    ])
      for (const separator of [',', ';', '\t', '|'])
        for (const cell of cellsAsReadBy(separator, `a,${csvCell(text)},b`))
          expect(beginsFormula(cell), `${JSON.stringify(text)} by ${separator}`).toBe(false)
  })

  it('and what is none stays as it is', () => {
    for (const text of ['plain', 'a-b', 'a=b', 'x;y', '1,234', "it's", 'mail@example.org', '-', 'a; b'])
      if (text !== '-') expect(csvCell(text).replace(/^"|"$/g, '')).toBe(text)
  })
})

it('what was written is read again, whatever it is', () => {
  const piece = fc.constantFrom(...Array.from('=+-@＝＠;,|\t\r\n\'" ax'), "''", '  ')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      const cell = csvCell(text)
      const plain = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      expect(readCsvCell(plain)).toBe(text)
    }),
    { numRuns: 5_000 },
  )
})

it.each(['\t', ' ', ";'", ';  '])('a million signs of %j are written, and read again', (piece) => {
  const text = piece.repeat(1_000_000 / piece.length)
  const cell = csvCell(text)
  expect(readCsvCell(cell.startsWith('"') ? cell.slice(1, -1) : cell)).toBe(text)
})
