import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTargets, targetTitle } from './parse-target.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const LOWER = ADDRESS.toLowerCase()
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const HASH = '0x' + '5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060'

const first = (text: string) => parseTargets(text).targets[0]

describe('what a person types', () => {
  test.each([
    [ADDRESS, 'right'],
    [LOWER, 'none'],
    [LOWER.slice(2), 'none'],
    ['0X' + LOWER.slice(2).toUpperCase(), 'none'],
    [`  "${ADDRESS}". `, 'right'],
    [`(${ADDRESS})`, 'right'],
    [`- ${ADDRESS},`, 'right'],
    [`\u200b${ADDRESS}\ufeff\n`, 'right'],
    [`address: ${ADDRESS}!`, 'right'],
  ])('%j is an address, its checksum %s', (text, checksum) => {
    expect(first(text)).toMatchObject({ kind: 'address', address: ADDRESS, checksum })
    expect(parseTargets(text).notes).toEqual([])
  })

  test('an address with one letter in the wrong case opens with a warning', () => {
    const wrong = ADDRESS.replace('dA6B', 'da6B')
    expect(first(wrong)).toMatchObject({ address: ADDRESS, checksum: 'wrong' })
    expect(parseTargets(wrong).notes.join()).toContain('checksum')
  })

  test.each([HASH, HASH.slice(2), HASH.toUpperCase().replace('0X', '0x'), ` ${HASH};`])(
    '%j is a transaction',
    (text) => {
      expect(parseTargets(text).targets).toEqual([{ kind: 'transaction', hash: HASH }])
    },
  )

  test.each([
    ['19204118', '19204118'],
    ['19,204,118', '19204118'],
    ['#19204118', '19204118'],
    ['block 007', '7'],
    ['0', '0'],
  ])('%j is a block', (text, block) => {
    expect(parseTargets(text).targets).toEqual([{ kind: 'block', block }])
  })

  test.each([
    [`eth:${ADDRESS}`, '1'],
    [`base:${ADDRESS}`, '8453'],
    [`ARB1:${LOWER}`, '42161'],
    [`eip155:424242:${ADDRESS}`, '424242'],
    [`ethereum:${ADDRESS}@10`, '10'],
    [`ethereum:pay-${ADDRESS}`, '1'],
    [`chainglass://8453/address/${LOWER}`, '8453'],
    [`chainglass://base/address/${LOWER}`, '8453'],
  ])('%s is the address on chain %s', (text, chainId) => {
    expect(first(text)).toMatchObject({ kind: 'address', address: ADDRESS, chainId })
  })

  test('a payment request of a token opens the token and says that nothing is paid', () => {
    const read = parseTargets(`ethereum:${TOKEN}@1/transfer?address=${ADDRESS}&uint256=1e6`)
    expect(read.targets).toMatchObject([{ kind: 'token', address: TOKEN, chainId: '1' }])
    expect(read.notes.join()).toContain('payment request')
  })

  test('a chain prefix nobody knows is left out, and said so', () => {
    const read = parseTargets(`zzz:${ADDRESS}`)
    expect(read.targets).toMatchObject([{ kind: 'address', address: ADDRESS }])
    expect(read.targets[0]).not.toHaveProperty('chainId')
    expect(read.notes.join()).toContain('zzz:')
  })

  test('several in one text are all offered', () => {
    const read = parseTargets(`from ${ADDRESS} to ${TOKEN}, in ${HASH} (again ${ADDRESS})`)
    expect(read.targets.map((target) => target.kind)).toEqual(['address', 'address', 'transaction'])
  })
})

test('one address in two spellings is one, and the checksum of either proves it', () => {
  const wrong = ADDRESS.replace(/[A-F](?=[^A-F]*$)/, (letter) => letter.toLowerCase())
  for (const [text, checksum] of [
    [`${ADDRESS} ${LOWER}`, 'right'],
    [`${LOWER}, ${wrong}, ${ADDRESS}`, 'right'],
    [`${LOWER} ${wrong}`, 'wrong'],
  ])
    expect(parseTargets(text!).targets).toEqual([{ kind: 'address', address: ADDRESS, checksum }])
})

test('of more than are read it is said how many there are, where all of the text was read', () => {
  const addresses = (count: number) =>
    Array.from({ length: count }, (_, at) => `0x${String(at).padStart(40, '0')}`).join('\n')
  expect(parseTargets(addresses(12)).notes).toEqual(['The first 10 of 12 are read.'])
  expect(parseTargets(addresses(120)).notes).toEqual(['The first 10 are read.'])
})

describe('links of explorers', () => {
  test.each([
    'https://eth.blockscout.com/nft/',
    'https://eth.blockscout.com/nft/0xaba9/7',
    `https://opensea.io/assets/${'a/'.repeat(50_000)}1`,
    'chainglass://eth/nft/0xaba9007199254740993/7',
  ])('an NFT without an address is none, however long its path: %#', (link) => {
    expect(parseTargets(link).targets).toEqual([])
  })

  test.each([
    [
      `https://etherscan.io/address/${ADDRESS}`,
      { kind: 'address', address: ADDRESS, chainId: '1', host: 'etherscan.io' },
    ],
    [
      `https://www.etherscan.io/address/${ADDRESS}#internaltx`,
      { list: 'address-internal-transactions', chainId: '1' },
    ],
    [`etherscan.io/tx/${HASH}`, { kind: 'transaction', hash: HASH, chainId: '1' }],
    [`https://etherscan.io/tx/${HASH}#statechange`, { list: 'transaction-state-changes' }],
    [`https://sepolia.etherscan.io/tx/${HASH}`, { kind: 'transaction', chainId: '11155111' }],
    [`https://basescan.org/token/${TOKEN}`, { kind: 'token', address: TOKEN, chainId: '8453' }],
    [`https://etherscan.io/token/${TOKEN}#balances`, { kind: 'token', list: 'token-holders' }],
    [`https://etherscan.io/token/${TOKEN}?a=${ADDRESS}`, { kind: 'token', address: TOKEN }],
    [`https://etherscan.io/token/${TOKEN}?a=1234`, { kind: 'nft', address: TOKEN, tokenId: '1234' }],
    [`https://etherscan.io/nft/${TOKEN}/77`, { kind: 'nft', tokenId: '77' }],
    ['https://optimistic.etherscan.io/block/123', { kind: 'block', block: '123', chainId: '10' }],
    [`https://arbiscan.io/txs?a=${LOWER}&p=2`, { kind: 'address', address: ADDRESS, chainId: '42161' }],
    [`https://polygonscan.com/address/${ADDRESS}`, { chainId: '137' }],
    [`https://gnosisscan.io/address/${ADDRESS}`, { chainId: '100' }],
    [`https://bscscan.com/address/${ADDRESS}`, { chainId: '56' }],
    [`https://eth.blockscout.com/address/${ADDRESS}?tab=tokens_nfts`, { chainId: '1', list: 'address-nfts' }],
    [
      `https://base.blockscout.com/tx/${HASH}?tab=state`,
      { chainId: '8453', list: 'transaction-state-changes' },
    ],
    [
      `https://gnosis.blockscout.com/token/${TOKEN}/instance/9`,
      { kind: 'nft', tokenId: '9', chainId: '100' },
    ],
    [
      `https://eth.blockscout.com/api/v2/addresses/${LOWER}/withdrawals`,
      { kind: 'address', list: 'address-withdrawals' },
    ],
    [
      `https://api.blockscout.com/8453/api/v2/transactions/${HASH}/state-changes`,
      { kind: 'transaction', chainId: '8453' },
    ],
    [
      `https://my.instance.example/explorer/address/${ADDRESS}`,
      { address: ADDRESS, host: 'my.instance.example' },
    ],
    [`http://127.0.0.1:4000/tx/${HASH}`, { kind: 'transaction', host: '127.0.0.1:4000', chainId: '31337' }],
    [
      `https://app.safe.global/home?safe=gno:${ADDRESS}`,
      { kind: 'address', address: ADDRESS, chainId: '100' },
    ],
    [`https://opensea.io/assets/ethereum/${TOKEN}/5`, { kind: 'nft', tokenId: '5', chainId: '1' }],
    [`${LOWER}:12`, { kind: 'nft', address: ADDRESS, tokenId: '12' }],
    [`eth:${ADDRESS}:012`, { kind: 'nft', address: ADDRESS, tokenId: '12', chainId: '1' }],
    [`${ADDRESS} #7`, { kind: 'nft', address: ADDRESS, tokenId: '7' }],
    [`<https://etherscan.io/address/${ADDRESS}>.`, { address: ADDRESS, chainId: '1' }],
    [`see https://etherscan.io/tx/${HASH}, please`, { kind: 'transaction', chainId: '1' }],
    [`chainglass://1/token/${LOWER}/instance/12`, { kind: 'nft', tokenId: '12', chainId: '1' }],
    [`https://dashboard.tenderly.co/tx/mainnet/${HASH}`, { kind: 'transaction', hash: HASH, chainId: '1' }],
    [`https://dashboard.tenderly.co/tx/${HASH}`, { kind: 'transaction', hash: HASH }],
    [`https://dashboard.tenderly.co/me/project/tx/8453/${HASH}`, { kind: 'transaction', chainId: '8453' }],
    [`https://dashboard.tenderly.co/contract/mainnet/${ADDRESS}`, { kind: 'address', chainId: '1' }],
    [`https://app.blocksec.com/explorer/tx/eth/${HASH}`, { kind: 'transaction', hash: HASH, chainId: '1' }],
    [`https://app.blocksec.com/phalcon/explorer/tx/base/${HASH}?line=4`, { chainId: '8453' }],
    [`https://debank.com/profile/${LOWER}/history?chain=eth`, { kind: 'address', address: ADDRESS }],
    [`https://example.org/trace/${HASH}/steps`, { kind: 'transaction', hash: HASH }],
    [`https://example.org/#/wallet?for=${LOWER}`, { kind: 'address', address: ADDRESS }],
    [`hash_${HASH.slice(2)}_end`, { kind: 'transaction', hash: HASH }],
    [`{"to":"${LOWER.slice(2)}"}`, { kind: 'address', address: ADDRESS }],
    [`https://blockscan.com/address/${ADDRESS}`, { kind: 'address', address: ADDRESS }],
    [`https://eth.blockscout.com/%61ddress/${ADDRESS}`, { kind: 'address', address: ADDRESS }],
  ])('%s', (text, target) => {
    expect(first(text)).toMatchObject(target)
  })

  test('of an unknown host open where they can, and say that the chain is not known', () => {
    expect(parseTargets(`https://my.instance.example/address/${ADDRESS}`).notes.join()).toContain(
      'my.instance.example',
    )
  })

  test('a host that only looks like a known one is not taken for it', () => {
    expect(first(`https://etherscan.io.evil.example/address/${ADDRESS}`)).not.toHaveProperty('chainId')
    expect(first(`https://evil.example/etherscan.io/address/${ADDRESS}`)).not.toHaveProperty('chainId')
    expect(parseTargets(`https://etherscan.io@evil.example/address/${ADDRESS}`).targets).toEqual([])
  })
})

describe('what is no target says what it could be', () => {
  test.each([
    [ADDRESS.slice(0, -1), 'This has 39: it is 1 digit too short'],
    [ADDRESS + '0', 'This has 41: it is 1 digit too long'],
    [HASH.slice(0, -2), '62: it is 2 digits too short'],
    ['0x', '40 digits'],
    ['0xa9059cbb', 'selector'],
    [ADDRESS.replace('6045', '604O'), '“O” is not a hexadecimal digit'],
    ['0xd8dA…6045', 'shortened'],
    ['0xd8dA...6045', 'shortened'],
    ['vitalik.eth', 'a name'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'Bitcoin'],
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'Tron'],
    ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'Solana'],
    ['https://example.org/', 'names no address'],
    ['9'.repeat(30), 'too large'],
    ['what is this', 'begin with 0x'],
  ])('%s', (text, words) => {
    const read = parseTargets(text)
    expect(read.targets).toEqual([])
    expect(read.hint).toContain(words)
  })

  test('nothing typed, nothing said', () => {
    expect(parseTargets('  \n')).toEqual({ targets: [], notes: [] })
  })
})

test('any text whatever is read without a fault', () => {
  const words = fc.oneof(
    fc.string({ maxLength: 300, unit: 'binary' }),
    fc.constantFrom(
      ADDRESS,
      HASH,
      'https://',
      'etherscan.io',
      '/address/',
      'eth:',
      '%',
      '?a=',
      '#',
      '0x',
      '@1',
      '\u202e',
    ),
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 8 }), (parts) => {
      const read = parseTargets(parts.join(''))
      for (const target of read.targets) expect(targetTitle(target).length).toBeLessThan(200)
      expect(read.targets.length > 0 || read.hint !== undefined || parts.join('').length >= 0).toBe(true)
    }),
    { numRuns: 500 },
  )
  for (const bad of [
    '0x'.repeat(100_000),
    '['.repeat(100_000),
    'a.'.repeat(50_000),
    ' '.repeat(100_000) + 'x',
    'https://a' + '/address'.repeat(20_000),
  ]) {
    parseTargets(bad)
  }
})
