import { expect, test } from 'vitest'
import { callTracerFrames } from './frames/call-tracer-frames.ts'
import { numberOf, textOf } from '#platform/json-rpc/wire.ts'

const NO_TEXT = JSON.parse('{"toString":1,"valueOf":2}') as unknown

test('what can not be a text or a number throws nothing', () => {
  expect([textOf(NO_TEXT), textOf([NO_TEXT]), textOf('0x1'), textOf(7)]).toEqual(['', '', '0x1', '7'])
  expect([numberOf(NO_TEXT), numberOf([NO_TEXT]), numberOf('0x10'), numberOf(7)]).toEqual([NaN, NaN, 16, 7])
})

test('a call whose type is no text is a call', () => {
  const from = `0x${'1'.repeat(40)}`
  const { frames } = callTracerFrames({ type: 'CALL', from, calls: [{ type: [NO_TEXT], from, to: from }] })
  expect(frames).toMatchObject([{ type: 'call', from }])
})
