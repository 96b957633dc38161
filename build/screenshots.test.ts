/** The pictures in the documents show the window as it is: `npm run screenshots` takes them. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  FOLDER,
  hashOf,
  keptPictures,
  namedPictures,
  readManifest,
  readSources,
  whyStale,
} from './screenshots.ts'

const ROOT = join(import.meta.dirname, '..')
const MAX_BYTES = 300_000

describe('the pictures in docs/screenshots', () => {
  const manifest = readManifest(ROOT)
  const sources = readSources(ROOT)

  it('are those that the documents name. Run: npm run screenshots', () => {
    expect(keptPictures(ROOT)).toEqual(namedPictures(ROOT))
    expect(Object.keys(manifest).sort()).toEqual(namedPictures(ROOT))
  })

  it.each(Object.entries(manifest))('%s is as young as its view', (name, picture) => {
    expect(whyStale(name, picture, sources)).toBeNull()
  })

  it.each(Object.entries(manifest))('%s is what the command made, and small enough', (name, { file }) => {
    const content = readFileSync(join(ROOT, FOLDER, `${name}.png`))
    expect(hashOf(content), `Run: npm run screenshots -- ${name}`).toBe(file)
    expect(content.length).toBeLessThan(MAX_BYTES)
  })
})

describe('a picture', () => {
  const VIEW = 'src/renderer/features/notes/NotesView.vue'
  const TOOLBAR = 'src/renderer/lists/Toolbar.vue'
  const FILES: Readonly<Record<string, string>> = {
    [VIEW]: `<script setup lang="ts">\nimport Toolbar from '#renderer/lists/Toolbar.vue'\n</script>\n<template><Toolbar /><h1>{{ $gettext('Notes') }}</h1></template>`,
    [TOOLBAR]: `<template><button>{{ $gettext('Load all') }}</button><button>{{ $gettext('Keep') }}</button>{{ $gettext('Why?') }}</template>`,
    'src/renderer/app/shell/AppShell.vue': `<template><a>{{ $gettext('Settings') }}</a></template>`,
    'src/renderer/app/styles/tokens.css': `/* Colours. */\n:root { --text: black; }`,
    'src/renderer/features/links/SidebarLink.vue': `<template><a>{{ $gettext('Sources') }}</a></template>`,
    'src/renderer/features/keep/KeepView.vue': `<template>{{ $gettext('Keep') }} {{ $gettext('Old') }}</template>`,
  }
  let root: string
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'chainglass-pictures-'))
    for (const [path, content] of Object.entries(FILES)) write(path, content)
  })
  afterEach(() => {
    rmSync(root, { recursive: true })
  })
  /** The result for a picture that was taken before `text` in `path` became `other`. */
  function afterChange(path: string, text: string, other: string) {
    const shows = ['Keep', 'Load all', 'Notes', 'Sources']
    const picture = { view: VIEW, look: readSources(root).lookOf(VIEW), shows, file: '' }
    write(path, FILES[path]!.replace(text, other))
    return whyStale('notes-dark', picture, readSources(root))
  }

  it('is old where it shows a button that is gone, and says which', () => {
    expect(afterChange(TOOLBAR, `<button>{{ $gettext('Load all') }}</button>`, '')).toBe(
      'notes-dark.png shows what the window says no more: "Load all". Run: npm run screenshots -- notes-dark',
    )
  })

  it('is old where a link of another feature around it is gone', () => {
    expect(afterChange('src/renderer/features/links/SidebarLink.vue', 'Sources', 'Places')).toContain(
      '"Sources"',
    )
  })

  it.each([
    [
      'a button is gone whose text another view still has',
      TOOLBAR,
      `<button>{{ $gettext('Keep') }}</button>`,
      '',
    ],
    ['a button came', TOOLBAR, '<template>', `<template>{{ $gettext('Filter') }}`],
    [
      'a button came of a text that the view has already',
      TOOLBAR,
      '<template>',
      `<template>{{ $gettext('Notes') }}`,
    ],
    ['the shell says more', 'src/renderer/app/shell/AppShell.vue', '</a>', `{{ $gettext('Help') }}</a>`],
    ['a colour is another one', 'src/renderer/app/styles/tokens.css', 'black', 'navy'],
  ])('is old where %s', (_, path, text, other) => {
    expect(afterChange(path, text, other)).toMatch(
      /older than .*NotesView\.vue.*npm run screenshots -- notes-dark$/,
    )
  })

  it.each([
    ['a function or a comment', VIEW, '</script>', 'const a = 1 // why\n</script>'],
    ['a comment on colours', 'src/renderer/app/styles/tokens.css', 'Colours.', 'All colours.'],
    ['a sentence that the picture does not show', TOOLBAR, 'Why?', 'Why not?'],
    ['what another view says', 'src/renderer/features/keep/KeepView.vue', 'Old', 'New'],
  ])('is not old where %s has changed', (_, path, text, other) => {
    expect(afterChange(path, text, other)).toBeNull()
  })
})
