import { expect, test } from 'vitest'
import { placeLink, placeOfLink } from './place-link.ts'

const NAME = '0123456789abcdef'.repeat(2)
const BROWSER = { protocol: 'http:', host: `${NAME}.localhost:8123` }
const DESKTOP = { protocol: 'app:', host: 'chainglass' }
const ADDRESS = `0x${'a'.repeat(40)}`
const PATH = `/s/eth/address/${ADDRESS}?tab=nfts`

test('a link to a place leads back to it, in a browser and on the desktop', () => {
  for (const here of [BROWSER, DESKTOP])
    for (const path of [PATH, '/sources', '/s/eth'])
      expect(placeOfLink(placeLink(path, here, undefined), here)).toBe(path)
})

test('on the desktop a thing of a known chain has a deep link, which opens from anywhere', () => {
  expect(placeLink(PATH, DESKTOP, '1')).toBe(`chainglass://1/address/${ADDRESS}`)
  expect(placeLink('/s/eth/block/123?tab=internal', DESKTOP, '1')).toBe('chainglass://1/block/123')
  expect(placeLink(PATH, BROWSER, '1')).toBe(`http://${BROWSER.host}${PATH}`)
})

test('a link that was copied in an earlier launch is known; a code in it is left out', () => {
  expect(placeOfLink(` http://${'f'.repeat(32)}.localhost:9999${PATH}#code=abc `, BROWSER)).toBe(PATH)
})

test.each([
  ADDRESS,
  'eth.blockscout.com',
  `https://eth.blockscout.com${PATH}`,
  `http://127.0.0.1:8545${PATH}`,
  `http://${NAME}.localhost.example${PATH}`,
  'http://',
])('%s is no place of ours', (text) => {
  expect(placeOfLink(text, BROWSER)).toBeUndefined()
})
