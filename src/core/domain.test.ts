import { describe, expect, it } from 'vitest'
import type { Handlers } from '#shared/rpc/server.ts'
import { createStarter, handlersOf, streamsOf } from './domain.ts'

const tokens = { handlers: { 'tokens.wellKnown': () => [] } }
const workspace = {
  handlers: { 'workspace.keep': () => null },
  streams: { 'data.erased': () => () => undefined },
}

describe('domains that were started', () => {
  it('are closed in the reverse order, once, also where one throws', () => {
    const { start, close } = createStarter()
    const closed: string[] = []
    const named = (name: string, error?: Error) => ({
      name,
      close: () => {
        closed.push(name)
        if (error) throw error
      },
    })
    expect(start(named('store')).name).toBe('store')
    start(named('sources', new Error('of the sources')))
    start(tokens)
    start(named('keep', new Error('of keep')))
    start(named('exports'))
    expect(close).toThrow('of keep')
    expect(closed).toEqual(['exports', 'keep', 'sources', 'store'])
    close()
    expect(closed).toHaveLength(4)
  })

  it('answer together what each of them does', () => {
    const { close } = createStarter()
    expect(Object.keys(handlersOf([tokens, { close }, workspace]))).toEqual([
      'tokens.wellKnown',
      'workspace.keep',
    ])
    expect(Object.keys(streamsOf([tokens, workspace]))).toEqual(['data.erased'])
  })

  it('do not compile where none answers a call', () => {
    // @ts-expect-error All but two calls are missing.
    const handlers: Handlers = handlersOf([tokens, workspace])
    expect(Object.keys(handlers)).toHaveLength(2)
  })

  it('are refused where two answer the same', () => {
    expect(() => handlersOf([tokens, workspace, { handlers: tokens.handlers }])).toThrow('tokens.wellKnown')
  })
})
