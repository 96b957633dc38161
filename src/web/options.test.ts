import { describe, expect, it } from 'vitest'
import { readOptions } from './options.ts'

describe('the command line', () => {
  it('reads what the README names', () => {
    expect(
      readOptions(['--web', '--port', '8123', '--no-open', '--data-dir', 'd', '--source', 'http://x'], {}),
    ).toEqual({
      port: 8123,
      open: false,
      dataDir: 'd',
      source: 'http://x',
    })
    expect(readOptions(['--help'], {})).toBe('help')
    expect(readOptions([], { XDG_CONFIG_HOME: '/c' })).toMatchObject({
      port: 0,
      open: true,
      source: undefined,
    })
  })

  it('says what is wrong with a wrong one', () => {
    expect(() => readOptions(['--port', 'eighty'], {})).toThrow('--port takes a number from 0 to 65535')
    expect(() => readOptions(['--prot', '80'], {})).toThrow(/--prot/)
  })
})
