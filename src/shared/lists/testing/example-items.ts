/** Items in the specification's shape, made up for tests. */
const hex = (seed: number, digits: number) => `0x${seed.toString(16).padStart(digits, '0')}`

export const exampleAddress = (seed: number) => hex(seed, 40)
export const exampleHash = (seed: number) => hex(seed, 64)

export const exampleWithdrawal = (index: number) => ({
  index,
  validator_index: 900_000 + index,
  amount: String(10n ** 16n + BigInt(index)),
  block_number: 1_000 + index,
  timestamp: '2026-01-02T03:04:05.000000Z',
})

export const exampleTransaction = (seed: number) => ({
  hash: exampleHash(seed),
  block_number: 20_000_000 - seed,
  timestamp: '2026-01-02T03:04:05.000000Z',
  from: { hash: exampleAddress(seed), name: null, is_contract: false },
  to: { hash: exampleAddress(seed + 1), name: 'Somebody', is_contract: true },
  value: String(seed * 1_000_003),
  fee: { type: 'actual', value: '21000000000000' },
  gas_limit: '21000',
  status: 'ok',
  result: 'success',
  transaction_types: ['coin_transfer'],
})

export const exampleTransfer = (transaction: number, log: number, tokenId: string, value = '1') => ({
  transaction_hash: exampleHash(transaction),
  log_index: log,
  block_number: 5_000,
  from: { hash: exampleAddress(1) },
  to: { hash: exampleAddress(2) },
  token: { address_hash: exampleAddress(3), name: 'Many Things', symbol: 'MANY', type: 'ERC-1155' },
  token_type: 'ERC-1155',
  total: { token_id: tokenId, value, decimals: null, token_instance: null },
  type: 'token_transfer',
  method: 'safeBatchTransferFrom',
  timestamp: '2026-01-02T03:04:05.000000Z',
})
