import { beforeEach, expect, test } from 'vitest'
import { takeLaunchToken } from './launch-token.ts'

beforeEach(() => {
  sessionStorage.clear()
})

test('the token is taken out of the address bar and kept for a reload', () => {
  history.replaceState({ position: 3 }, '', '/s/sample/address/0x1?tab=tokens#token=s3cret-_value')
  expect(takeLaunchToken({ location, history, storage: sessionStorage })).toBe('s3cret-_value')
  expect(location.href).not.toContain('s3cret')
  expect(location.pathname + location.search + location.hash).toBe('/s/sample/address/0x1?tab=tokens')
  expect(history.state).toEqual({ position: 3 })

  expect(takeLaunchToken({ location, history, storage: sessionStorage })).toBe('s3cret-_value')
})

test('a new link replaces what was kept', () => {
  sessionStorage.setItem('chainglass.token', 'old')
  history.replaceState(null, '', '/#token=new')
  expect(takeLaunchToken({ location, history, storage: sessionStorage })).toBe('new')
  expect(sessionStorage.getItem('chainglass.token')).toBe('new')
})

test('without a link and nothing kept there is none; storage that throws costs only the reload', () => {
  history.replaceState(null, '', '/#other')
  expect(takeLaunchToken({ location, history, storage: sessionStorage })).toBeUndefined()
  const broken = {
    getItem: () => {
      throw new Error('off')
    },
    setItem: () => {
      throw new Error('off')
    },
  }
  expect(takeLaunchToken({ location, history, storage: broken })).toBeUndefined()
  history.replaceState(null, '', '/#token=abc')
  expect(takeLaunchToken({ location, history, storage: broken })).toBe('abc')
})
