import { expect, it } from 'vitest'
import { commandOf } from './arguments.ts'

const COMMAND = ['list', 'transactions', '--limit', '5']

it('the name of a command, where the app’s own arguments begin, runs it', () => {
  expect(commandOf(['/opt/Chainglass/chainglass', ...COMMAND], true)).toEqual(COMMAND)
  expect(commandOf(['/usr/bin/electron', '.', ...COMMAND], false)).toEqual(COMMAND)
  expect(commandOf(['chainglass', 'help'], true)).toEqual(['help'])
  // An AppImage adds the first one itself.
  expect(commandOf(['chainglass', '--no-sandbox', '--lang=de', ...COMMAND], true)).toEqual(COMMAND)
  expect(commandOf(['electron', '--no-sandbox', '.', '--lang=de', 'mcp'], false)).toEqual(['mcp'])
})

it('anything else opens a window: options, links, and a command further on', () => {
  const link = 'chainglass://eth/address/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  for (const args of [
    [],
    ['--data-dir', 'list'],
    ['--no-sandbox', '--data-dir', 'list'],
    ['--no-sandbox'],
    ['--', 'list'],
    [link],
    ['--', link, 'list'],
    ['LIST'],
    ['constructor'],
    ['list=1'],
  ])
    expect(commandOf(['chainglass', ...args], true), args.join(' ')).toBeUndefined()
})
