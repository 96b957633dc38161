import { expect, it } from 'vitest'
import { splitSecretUrl } from './secret-url.ts'

it.each([
  'http://127.0.0.1:8545',
  'wss://node.example/rpc',
  'https://api.avax.network/ext/bc/C/rpc',
  'https://rpc.gnosis.gateway.fm/v2/eth-mainnet/11155111',
  'https://blockscout.com/poa/xdai',
  'https://node.example/?chain=sepolia&network=1',
])('%s holds no secret', (url) => {
  expect(splitSecretUrl(url)).toEqual({ publicUrl: url, secrets: [] })
})

it.each([
  ['https://user:pass@node.example/', 'https://node.example', ['user', 'pass']],
  ['https://:p%40ss@node.example:8/rpc', 'https://node.example:8', ['p%40ss', 'p@ss']],
  ['https://eth.example/v2/AbC1dEf2', 'https://eth.example', ['AbC1dEf2']],
  [
    'wss://eth.example/v3/9aa3d95b3bc440fa88ea12eaa4456161',
    'wss://eth.example',
    ['9aa3d95b3bc440fa88ea12eaa4456161'],
  ],
  [
    'https://x.example/550e8400-e29b-41d4-a716-446655440000/rpc',
    'https://x.example',
    ['550e8400-e29b-41d4-a716-446655440000'],
  ],
  ['https://x.example/rpc?apikey=abc', 'https://x.example', ['abc']],
  ['https://x.example/rpc?a=Zk81QmN4x7LwT2aa', 'https://x.example', ['Zk81QmN4x7LwT2aa']],
  ['https://x.example/rpc#abc', 'https://x.example', ['abc']],
  ['no url', '', ['no url']],
])('%s is %s without its secrets', (url, publicUrl, secrets) => {
  expect(splitSecretUrl(url)).toEqual({ publicUrl, secrets })
})
