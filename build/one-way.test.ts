/** Views are as wide as their pane (only the shell asks for the width of the window), and share their fields. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const RENDERER = join(import.meta.dirname, '../src/renderer')
const LAYERS = ['features', 'lists', 'entities', 'stores', 'ui', 'lib']

test('no style or script of a view asks how wide the window is', () => {
  const files = globSync(
    LAYERS.map((layer) => `${layer}/**/*.{vue,css,ts}`),
    { cwd: RENDERER },
  )
  expect(files.length).toBeGreaterThan(700)
  const asking = files.filter((file) =>
    /@media[^{]*width|matchMedia\([^)]*width|\binnerWidth\b/.test(readFileSync(join(RENDERER, file), 'utf8')),
  )
  expect(asking).toEqual([])
})

test('what is shown is searched in one kind of field', () => {
  const files = globSync('**/*.vue', { cwd: RENDERER })
  const fields = files.filter((file) =>
    /<input\b[^>]*type="search"/.test(readFileSync(join(RENDERER, file), 'utf8')),
  )
  expect(fields).toEqual(['ui/SearchField.vue'])
})
