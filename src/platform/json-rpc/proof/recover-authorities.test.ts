import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { recoverAuthorities } from './recover-authorities.ts'

const account = privateKeyToAccount(`0x${'77'.repeat(32)}`)
const SIGNED = await account.signAuthorization({
  ...{ contractAddress: `0x${'c'.repeat(40)}`, chainId: 1, nonce: 2 },
})
const parity = SIGNED.yParity
const signer = account.address.toLowerCase()

test.each<[string, object, string | null | undefined]>([
  ['is its signer', { v: undefined }, signer],
  ['is its signer where the parity is called v', { yParity: undefined, v: parity }, signer],
  ['is nobody for a parity that is none', { yParity: 27 }, null],
  ['is nobody for a signature in its other form', { s: `0x${'f'.repeat(64)}` }, null],
  ['is unknown without a signature', { r: undefined }, undefined],
  ['is unknown without a parity', { yParity: undefined, v: undefined }, undefined],
  ['is unknown where the address can not be read', { address: '0x12' }, undefined],
  ['is unknown where a number can not be read', { nonce: 'many' }, undefined],
  ['is unknown where a number is of more than 256 bits', { r: String(2n ** 256n) }, undefined],
])('the authority of an authorization %s', async (_, changed, authority) => {
  expect(await recoverAuthorities([{ ...SIGNED, ...changed }])).toEqual([authority])
})
