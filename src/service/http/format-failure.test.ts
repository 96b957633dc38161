import { expect, it } from 'vitest'
import { formatFailure } from './format-failure.ts'

it.each([
  ['GET https://u:p@node.example:8545/v3/abc?x=1 said no', 'GET https://node.example:8545/… said no'],
  ['wss://node.example/ws/abc closed', 'wss://node.example/… closed'],
  ['https://node.example refused', 'https://node.example/… refused'],
  ['api_key=abc apikey: abc', 'api_key=… apikey: …'],
  ['Authorization: Bearer abc', 'Authorization: …'],
  ['sent Bearer abc', 'sent Bearer …'],
  ['no token transfers here', 'no token transfers here'],
  ['two\r\nlines\u2028three', 'two lines three'],
  ['my-own-secret was sent', '… was sent'],
])('%j is logged as %j', (message, logged) => {
  const line = formatFailure('It', new Error(message), ['my-own-secret', ''])
  expect(line.replace(/ \(at .*\)$/, '')).toBe(`It failed: Error: ${logged}`)
})

it('names the place in the code, and what else was thrown', () => {
  const failing = () => formatFailure('It', null, null as never)
  expect(failing).toThrow(TypeError)
  try {
    failing()
  } catch (error) {
    expect(formatFailure('It', error, [])).toMatch(/TypeError: .* \(at \S+ format-failure\.ts:\d+, /)
  }
  expect(formatFailure('It', 'a text', [])).toBe('It failed: thrown: a text')
  expect(formatFailure('It', undefined, [])).toBe('It failed: thrown: undefined')
})
