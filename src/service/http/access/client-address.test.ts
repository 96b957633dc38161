import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { createClientAddress, readNetwork } from './client-address.ts'

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

it('is who the named proxies were asked by', () => {
  const clientOf = createClientAddress(['10.0.0.0/8', '192.168.1.7', '2001:db8::/32'])
  expect(clientOf(from('203.0.113.7'))).toBe('203.0.113.7')
  expect(clientOf(from('203.0.113.7', '198.51.100.1'))).toBe('203.0.113.7')
  expect(clientOf(from('10.1.2.3', '203.0.113.7'))).toBe('203.0.113.7')
  expect(clientOf(from('::ffff:10.1.2.3', '1.1.1.1, 203.0.113.7, 192.168.1.7'))).toBe('203.0.113.7')
  expect(clientOf(from('2001:db8:5::1', '::ffff:203.0.113.7'))).toBe('203.0.113.7')
  // A proxy that names no valid client counts as the client itself.
  for (const forwarded of [undefined, '', 'unknown', '_hidden', '203.0.113.7, ', '203.0.113.7:4711'])
    expect(clientOf(from('10.1.2.3', forwarded)), forwarded).toBe('10.1.2.3')
  expect(clientOf(from('10.1.2.3', '10.9.9.9, 192.168.1.7'))).toBe('10.9.9.9')
})

it('nobody is a proxy who is not named', () => {
  expect(createClientAddress([])(from('127.0.0.1', '203.0.113.7'))).toBe('127.0.0.1')
})

it('an address of IPv6 counts with all that its owner has', () => {
  const clientOf = createClientAddress([])
  const one = clientOf(from('2001:db8:0:7::1'))
  expect(clientOf(from('2001:db8:0:7:ffff::2'))).toBe(one)
  expect(clientOf(from('2001:0DB8:0000:0007::3%eth0'))).toBe(one)
  expect(clientOf(from('2001:db8:0:8::1'))).not.toBe(one)
  expect(clientOf(from('::1'))).toBe('0:0:0:0')
})

it.each(['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32', '0.0.0.0/0'])('%s names proxies', (text) => {
  expect(readNetwork(text)).toBeDefined()
})

it.each(['', 'proxy.example', '10.0.0.0/33', '10.0.0/8', '::/129', '10.0.0.1/', '*', 'fe80::1%eth0'])(
  '%s names none',
  (text) => {
    expect(readNetwork(text)).toBeUndefined()
    expect(() => createClientAddress([text])).toThrow('a trusted proxy is')
  },
)
