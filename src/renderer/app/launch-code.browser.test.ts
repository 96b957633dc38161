import { expect, test } from 'vitest'
import { takeLaunchCode } from './launch-code.ts'

test('the code is taken out of the address bar', () => {
  history.replaceState({ position: 3 }, '', '/s/sample/address/0x1?tab=tokens#code=s3cret-_value')
  expect(takeLaunchCode({ location, history })).toBe('s3cret-_value')
  expect(location.href).not.toContain('s3cret')
  expect(location.pathname + location.search + location.hash).toBe('/s/sample/address/0x1?tab=tokens')
  expect(history.state).toEqual({ position: 3 })
  expect(takeLaunchCode({ location, history })).toBeUndefined()
})

test('another fragment is none, and stays', () => {
  history.replaceState(null, '', '/#other')
  expect(takeLaunchCode({ location, history })).toBeUndefined()
  expect(location.hash).toBe('#other')
})
