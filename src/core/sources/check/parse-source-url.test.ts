import { describe, expect, test } from 'vitest'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { parseSourceUrl } from './parse-source-url.ts'

describe('the URL of an instance, as people type it', () => {
  test.each([
    ['https://eth.blockscout.com', 'https://eth.blockscout.com'],
    ['eth.blockscout.com', 'https://eth.blockscout.com'],
    ['  "https://eth.blockscout.com/" ', 'https://eth.blockscout.com'],
    ['HTTPS://ETH.Blockscout.COM///', 'https://eth.blockscout.com'],
    ['https://eth.blockscout.com/api/v2', 'https://eth.blockscout.com'],
    ['https://eth.blockscout.com/api/v2/', 'https://eth.blockscout.com'],
    [
      'https://eth.blockscout.com/api/v2/addresses/0xabc/transactions?filter=to',
      'https://eth.blockscout.com',
    ],
    ['https://eth.blockscout.com/api', 'https://eth.blockscout.com'],
    [
      'https://eth.blockscout.com/address/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045?tab=txs#x',
      'https://eth.blockscout.com',
    ],
    ['https://eth.blockscout.com/tx/0x12', 'https://eth.blockscout.com'],
    ['https://example.org/explorer/', 'https://example.org/explorer'],
    ['https://example.org/explorer/api/v2', 'https://example.org/explorer'],
    ['https://example.org:8443', 'https://example.org:8443'],
    ['localhost:4000', 'http://localhost:4000'],
    ['127.0.0.1:4000/api/v2', 'http://127.0.0.1:4000'],
    ['http://192.168.1.20:4000', 'http://192.168.1.20:4000'],
    ['http://[::1]:4000/', 'http://[::1]:4000'],
    ['http://node.lan', 'http://node.lan'],
    ['https://1.2.3.4', 'https://1.2.3.4'],
    ['https://eth.blockscout.com?apikey=secret', 'https://eth.blockscout.com'],
  ])('%s is %s', (typed, baseUrl) => {
    expect(parseSourceUrl(typed).baseUrl).toBe(baseUrl)
  })

  test.each([
    ['', 'Type the address'],
    ['hello', 'not the address of an instance'],
    ['hello world', 'not a URL'],
    ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'address or a hash'],
    ['ftp://eth.blockscout.com', 'over https, not ftp'],
    ['file:///etc/passwd', 'over https, not file'],
    ['wss://eth.example.org', 'a node’s socket'],
    ['http://eth.blockscout.com', 'Write https://eth.blockscout.com'],
    ['http://8.8.8.8', 'Write https://8.8.8.8'],
    ['https://user:pass@eth.blockscout.com', 'user name and password'],
    ['https://etherscan.io/address/0x', 'has an API of its own'],
    ['javascript:alert(1)', ''],
    ['https://', 'not a URL'],
  ])('%s is refused, and says what to write', (typed, words) => {
    expect(() => parseSourceUrl(typed)).toThrow(ChainglassFailure)
    try {
      parseSourceUrl(typed)
    } catch (error) {
      expect((error as ChainglassFailure).error).toMatchObject({ code: 'invalid_input', field: 'url' })
      expect((error as ChainglassFailure).message).toContain(words)
    }
  })

  test('a host in letters of another alphabet is shown by its true name', () => {
    const read = parseSourceUrl('https://еth.blockscout.com') // the first letter is Cyrillic
    expect(read.host).toBe('xn--th-mlc.blockscout.com')
    expect(read.baseUrl).toBe('https://xn--th-mlc.blockscout.com')
    expect(read.notes).toEqual([{ kind: 'international_host', host: 'xn--th-mlc.blockscout.com' }])
  })

  test('the Pro form says which chain was meant', () => {
    expect(parseSourceUrl('https://api.blockscout.com/8453/api/v2/token-transfers')).toMatchObject({
      baseUrl: 'https://api.blockscout.com',
      proChainId: '8453',
    })
    expect(parseSourceUrl('https://api.blockscout.com/{chain_id}/api/v2').baseUrl).toBe(
      'https://api.blockscout.com',
    )
  })

  test('a key inside the link is left out, and said so', () => {
    const read = parseSourceUrl('https://eth.blockscout.com/api/v2?apikey=proapi_secret')
    expect(JSON.stringify(read)).not.toContain('proapi_secret')
    expect(read.notes).toEqual(['key_left_out'])
  })
})
