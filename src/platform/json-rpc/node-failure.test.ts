import { expect, test } from 'vitest'
import { NodeRefusal } from './node-failure.ts'

/** Messages of nodes and providers. */
const WORDS: readonly [code: number, message: string, meaning: string][] = [
  [-32601, 'Method not found', 'unsupported'],
  [-32601, 'the method trace_block does not exist/is not available', 'unsupported'],
  [-32700, 'The method trace_block does not exist/is not available', 'unsupported'],
  [-32004, 'Method trace_block is not supported', 'unsupported'],
  [-32600, 'trace_block is not available on the Free tier', 'unsupported'],
  [-32000, 'prestateTracer with diffMode is not supported', 'unsupported'],
  [
    -32602,
    'Hardhat currently only supports the default tracer, so no tracer parameter should be passed.',
    'unsupported',
  ],
  [-32000, 'missing trie node 1234 (path ) state 0xabc is not available', 'gone'],
  [-32000, 'required historical state unavailable (reexec=128)', 'gone'],
  [4444, 'pruned history unavailable', 'gone'],
  [-32000, 'old data not available due to pruning', 'gone'],
  [-32005, 'limit exceeded', 'refused'],
  [-32005, 'daily limit reached: the method is not available', 'refused'],
  [429, 'Too many requests', 'refused'],
  [-32603, 'Internal error', 'refused'],
  [-32000, 'request timed out', 'refused'],
  [-32000, 'header not found', 'refused'],
  [0, 'error without a message', 'refused'],
]

test.each(WORDS)('%i, %s: %s', (code, message, meaning) => {
  expect(new NodeRefusal(code, message).meaning).toBe(meaning)
})

test.each([
  [3, 'execution reverted: no', '0x08c379a0'],
  [-32000, 'out of gas', null],
  [-32000, 'invalid opcode: opcode 0xfe not defined', null],
  [-32000, 'VM Exception while processing transaction: revert', null],
  [-32003, 'EVM error InvalidJump', null],
  [-32015, 'VM execution error.', null],
])('a call that failed is an answer of the contract: %i, %s', (code, message, data) => {
  expect(new NodeRefusal(code, message, data).isFailedCall).toBe(true)
})

test.each([
  [-32005, 'limit exceeded'],
  [-32000, 'request timed out'],
  [-32603, 'Internal error'],
])('a call that was not made is none: %i, %s', (code, message) => {
  expect(new NodeRefusal(code, message).isFailedCall).toBe(false)
})

test.each([
  [429, 'slow down', 'rate'],
  [-32005, 'daily request count exceeded, request rate limited', 'rate'],
  [-32016, 'over rate limit', 'rate'],
  [-32603, 'Too Many Requests', 'rate'],
  [-32000, 'Your app has exceeded its compute units per second capacity', 'rate'],
  [-32005, 'rate limit exceeded, please slow down: blocks of 10 requests', 'rate'],
  [-32005, 'project ID request rate exceeded; try again at block time', 'rate'],
  [-32005, 'daily limit reached', 'rate'],
  [-32007, '50/second request limit reached', 'rate'],
  [15, 'Too many request, try again later', 'rate'],
  [-32001, 'exceeded daily request limit', 'rate'],
  [-32000, 'daily request limit exceeded', 'rate'],
  [-32005, 'query returned more than 10000 results', 'size'],
  [-32005, 'block range is too wide', 'size'],
  [-32005, 'Log response size exceeded', 'size'],
  [-32005, 'limit exceeded', 'unknown'],
  [3, 'execution reverted: too many requests', null],
  [-32000, 'execution reverted: rate limit exceeded', null],
  [-32603, 'Internal error', null],
])('a limit of requests is none of size: %i, %s', (code, message, limit) => {
  expect(new NodeRefusal(code, message).limit).toBe(limit)
})
