import { describe, expect, it } from 'vitest'
import { parseOptions } from './options.ts'

describe('the command line', () => {
  it('reads what the README names', () => {
    expect(
      parseOptions(['--web', '--port', '8123', '--no-open', '--data-dir', 'd', '--source', 'http://x'], {}),
    ).toEqual({
      port: 8123,
      open: false,
      dataDir: 'd',
      source: 'http://x',
    })
    expect(parseOptions(['--help'], {})).toBe('help')
    expect(parseOptions([], { XDG_CONFIG_HOME: '/c' })).toMatchObject({
      port: 0,
      open: true,
      source: undefined,
    })
  })

  it('says what is wrong with a wrong one', () => {
    expect(() => parseOptions(['--port', 'eighty'], {})).toThrow('--port takes a number from 0 to 65535')
    expect(() => parseOptions(['--prot', '80'], {})).toThrow(/--prot/)
  })
})
