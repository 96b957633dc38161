import { expect, it } from 'vitest'
import { commandOf } from './arguments.ts'

const COMMAND = ['list', 'transactions', '--limit', '5']

it('the name of a command, where the app’s own arguments begin, runs it', () => {
  expect(commandOf(['/opt/Chainglass/chainglass', ...COMMAND], true)).toEqual(COMMAND)
  expect(commandOf(['/usr/bin/electron', '.', ...COMMAND], false)).toEqual(COMMAND)
  expect(commandOf(['chainglass', 'help'], true)).toEqual(['help'])
})

it('anything else opens a window: options, links, and a command further on', () => {
  const link = 'chainglass://eth/address/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  for (const args of [
    [],
    ['--data-dir', 'list'],
    ['--', 'list'],
    [link],
    ['--', link, 'list'],
    ['--no-sandbox', 'mcp'],
    ['LIST'],
    ['constructor'],
    ['list=1'],
  ])
    expect(commandOf(['chainglass', ...args], true), args.join(' ')).toBeUndefined()
})
