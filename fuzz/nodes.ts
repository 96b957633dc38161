/** Targets: what a followed node answers, and the contracts on it. */
import * as fc from 'fast-check'
import { AbiRegistry } from '#service/indexer/decode/abi-registry.ts'
import { parseArtifact } from '#service/indexer/decode/artifact.ts'
import { readAbiBytes, readAbiText } from '#service/indexer/decode/chain-text.ts'
import {
  decodeInlineMetadata,
  readMetadataLink,
  serializeMetadata,
} from '#service/indexer/decode/metadata-link.ts'
import { detectProxy, canDelegateCalls, slotTarget } from '#service/indexer/decode/proxies.ts'
import { callTracerFrames, isCallTrace } from '#service/indexer/node/frames/call-tracer-frames.ts'
import { parityFrames } from '#service/indexer/node/frames/parity-frames.ts'
import { NodeFailure } from '#platform/json-rpc/node-failure.ts'
import { readBlock, readHead, transactionHashes } from '#service/indexer/node/read-block.ts'
import { UntrustedNode } from '#core/check/node-problem.ts'
import { nameSlots } from '#core/contract/name-slots.ts'
import { readStorageDiff } from '#core/contract/storage-diff.ts'
import { readNamespaces } from '#core/contract/storage-namespaces.ts'
import { placesAt, placesOf, readLayout, valueAt } from '#core/contract/storage-layout.ts'
import type { Target } from './target.ts'

const hash = (byte: string) => `0x${byte.repeat(32)}`
const address = (byte: string) => `0x${byte.repeat(20)}`
const BLOCK = {
  number: '0x1',
  hash: hash('aa'),
  parentHash: hash('bb'),
  timestamp: '0x65000000',
  miner: address('01'),
  gasLimit: '0x1c9c380',
  gasUsed: '0x5208',
  baseFeePerGas: '0x7',
  size: '0x220',
  difficulty: '0x0',
  nonce: '0x0000000000000000',
  stateRoot: hash('cc'),
  extraData: '0x',
  uncles: [],
  transactions: [
    {
      hash: hash('dd'),
      from: address('02'),
      to: address('03'),
      value: '0xde0b6b3a7640000',
      nonce: '0x0',
      type: '0x2',
      gas: '0x5208',
      gasPrice: '0x7',
      input: '0x',
    },
  ],
  withdrawals: [{ index: '0x0', validatorIndex: '0x1', address: address('04'), amount: '0x3b9aca00' }],
}
const RECEIPTS = [
  {
    transactionHash: hash('dd'),
    blockHash: hash('aa'),
    gasUsed: '0x5208',
    effectiveGasPrice: '0x7',
    status: '0x1',
    contractAddress: null,
    logs: [{ address: address('05'), topics: [hash('ee')], data: '0x' }],
  },
]
const CALL_TRACE = {
  type: 'CALL',
  from: address('02'),
  to: address('03'),
  value: '0x1',
  gas: '0x1',
  gasUsed: '0x1',
  input: '0x',
  output: '0x',
  calls: [{ type: 'STATICCALL', from: address('03'), to: address('04'), input: '0x', error: 'out of gas' }],
}
const PARITY = [
  {
    action: {
      callType: 'call',
      from: address('02'),
      to: address('03'),
      gas: '0x1',
      value: '0x1',
      input: '0x',
    },
    blockHash: hash('aa'),
    result: { gasUsed: '0x1', output: '0x' },
    subtraces: 0,
    traceAddress: [],
    transactionHash: hash('dd'),
    type: 'call',
  },
]
const TEXT = `0x${'20'.padStart(64, '0')}${'5'.padStart(64, '0')}${'68656c6c6f'.padEnd(64, '0')}`
const ARTIFACT = JSON.stringify({
  contractName: 'One',
  deployedBytecode: '0x6000',
  abi: [
    {
      type: 'function',
      name: 'transfer',
      stateMutability: 'nonpayable',
      inputs: [
        { name: 'to', type: 'address' },
        { name: 'v', type: 'tuple[]', components: [{ name: 'a', type: 'uint256' }] },
      ],
      outputs: [],
    },
    { type: 'event', name: 'Moved', inputs: [{ name: 'a', type: 'address', indexed: true }] },
    { type: 'error', name: 'No', inputs: [{ name: 'why', type: 'string' }] },
  ],
})

/** A struct with a mapping of a mapping, packed fields, an array of itself and a text. */
const LAYOUT = JSON.stringify({
  storage: [
    { label: 'a', type: 's', slot: '0', offset: 0 },
    { label: 'm', type: 'm', slot: '9', offset: 0 },
    { label: 'l', type: 'l', slot: '10', offset: 0 },
    { label: 'p', type: 'p', slot: '11', offset: 0 },
    { label: 't', type: 't', slot: '40', offset: 0 },
  ],
  types: {
    u: { label: 'uint128', encoding: 'inplace', numberOfBytes: '16' },
    t: { label: 'string', encoding: 'bytes', numberOfBytes: '32' },
    m: { label: 'mapping', encoding: 'mapping', numberOfBytes: '32', key: 'u', value: 'n' },
    n: { label: 'mapping', encoding: 'mapping', numberOfBytes: '32', key: 't', value: 's' },
    l: { label: 's[]', encoding: 'dynamic_array', numberOfBytes: '32', base: 's' },
    p: { label: 'uint128[7]', encoding: 'inplace', numberOfBytes: '128', base: 'u' },
    s: {
      ...{ label: 'struct S', encoding: 'inplace', numberOfBytes: '64' },
      members: [
        { label: 'x', type: 'u', slot: '0', offset: 0 },
        { label: 'y', type: 'u', slot: '0', offset: 16 },
        { label: 'z', type: 'l', slot: '1', offset: 0 },
      ],
    },
  },
})
const STORED = [0n, 1n, 9n, 10n, 11n, 12n, 40n, 2n ** 256n - 1n]
const KEYS = { words: [0, 1, 7].map((key) => key.toString(16).padStart(64, '0')), texts: ['', '6162'] }
const NAMESPACE =
  '/** @custom:storage-location erc7201:a.b */ struct S { bool p; U u; mapping(address a => S[2]) m; uint16[20] n; T t; } struct T { string s; } type U is uint96; enum E { A }'
const TO = `0x${'ab'.repeat(20)}`
const STATE = (storage: object) => ({ [TO]: { nonce: 5, balance: '0x1', storage } })

export const NODES: readonly Target[] = [
  {
    name: 'storage-layouts',
    inputs: 700,
    seeds: () => [LAYOUT, JSON.stringify({ abi: [], storageLayout: { storage: [], types: null } })],
    run: (text) => {
      const layout = readLayout(JSON.parse(text))
      if (!layout) return
      const { places } = placesOf(layout)
      const typed = ['a.z[1].x', 'm[1]["ab"].y', 'p[6]', 't'].flatMap(
        (path) => placesAt(layout, path)?.places ?? [],
      )
      const names = nameSlots(layout, STORED, KEYS, { hashes: 200, steps: 2_000 })
      for (const place of [...places, ...typed, ...[...names.values()].flat()]) valueAt(place, 'f'.repeat(64))
    },
    isDeclared: (error) => error instanceof SyntaxError,
  },
  {
    name: 'storage-namespaces',
    inputs: 2_000,
    seeds: () => [NAMESPACE, `${NAMESPACE} string constant S = ${'\\"'.repeat(50_000)}`],
    run: (text) => {
      const layout = readNamespaces([{ path: 'a.sol', text }])
      if (layout) placesOf(layout)
    },
  },
  {
    name: 'storage-diffs',
    inputs: 3_000,
    seeds: () => [
      JSON.stringify({ pre: STATE({ '0x0': '0x1' }), post: STATE({ '0x0': '0x2', '0x1': '0x1' }) }),
    ],
    run: (text) => readStorageDiff(JSON.parse(text), { from: TO, nonce: 5, isCounted: true }),
    isDeclared: (error) =>
      error instanceof SyntaxError || error instanceof NodeFailure || error instanceof UntrustedNode,
  },
  {
    name: 'node-answers',
    inputs: 3_000,
    seeds: () => [JSON.stringify([BLOCK, RECEIPTS]), JSON.stringify([CALL_TRACE]), JSON.stringify([PARITY])],
    run: (text) => {
      const json: unknown = JSON.parse(text)
      const [first, second] = Array.isArray(json) ? (json as unknown[]) : [json]
      for (const read of [
        () => readHead(first),
        () => transactionHashes(first),
        () => readBlock(first, second),
        () => isCallTrace(first) && callTracerFrames(first),
        () =>
          parityFrames(first, { hash: hash('aa'), number: 1, transactions: [{ hash: hash('dd') }] } as never),
      ])
        try {
          read()
        } catch (error) {
          if (!(error instanceof NodeFailure)) throw error
        }
    },
    isDeclared: (error) => error instanceof SyntaxError,
  },
  {
    name: 'abi-data',
    inputs: 2_500,
    seeds: () => [
      TEXT,
      ARTIFACT,
      'data:application/json;base64,eyJhIjoxfQ==',
      'data:application/json,%7B%7D',
    ],
    grammar: fc
      .oneof(
        fc.json({ maxDepth: 4 }),
        fc.nat({ max: 9_000 }).map((levels) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)),
      )
      .map((json) => `data:application/json,${json}`),
    run: (text) => {
      const bytes = text.startsWith('0x') ? Buffer.from(text.slice(2), 'hex') : Buffer.from(text, 'latin1')
      readAbiText(bytes)
      readAbiBytes(bytes)
      readMetadataLink(bytes, 1n)
      detectProxy(bytes, text)
      canDelegateCalls(bytes)
      slotTarget(bytes, [text, text, text, text])
      serializeMetadata(decodeInlineMetadata(text))
      const artifact = parseArtifact(text, 'One.json')
      if (artifact) new AbiRegistry().setArtifacts([artifact])
    },
  },
]
