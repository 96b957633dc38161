/** The core's time to decode a page of logs, and a deep call. */
import { concatHex, encodeAbiParameters, parseAbiParameters, type Hex } from 'viem'
import { knownCandidates } from '#core/abi/known-signatures.ts'
import { decodeCall, decodeLog, type LogData } from '#shared/abi/decode.ts'
import { below, timed, type Figure } from './figure.ts'

const LOGS = 50
const ROUNDS = 200
const MAX_PAGE_MS = 5

/** Events of tokens and pools, whose names are in the standards and in the pack. */
const EVENTS = [
  ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', 2, 'uint256'],
  ['0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', 2, 'uint256'],
  [
    '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822',
    2,
    'uint256, uint256, uint256, uint256',
  ],
  [
    '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67',
    2,
    'int256, int256, uint160, uint128, int24',
  ],
  ['0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1', 0, 'uint112, uint112'],
] as const

const account = (n: number): Hex => `0x${n.toString(16).padStart(40, '5')}`
const topic = (n: number): Hex => `0x${account(n).slice(2).padStart(64, '0')}`

function logs(): LogData[] {
  return Array.from({ length: LOGS }, (_, n) => {
    const [selector, indexed, types] = EVENTS[n % EVENTS.length]!
    const values = types.split(',').map((type) => (type.includes('24') ? n : BigInt(n) * 10n ** 9n))
    return {
      address: account(n),
      topics: [selector, ...Array.from({ length: indexed }, (_each, at) => topic(n * 3 + at))],
      data: encodeAbiParameters(parseAbiParameters(types), values as never),
    }
  })
}

function nestedCall(): Hex {
  const transfer = concatHex([
    '0xa9059cbb',
    encodeAbiParameters(parseAbiParameters('address, uint256'), [account(1), 5n]),
  ])
  return concatHex([
    '0xac9650d8',
    encodeAbiParameters(parseAbiParameters('bytes[]'), [Array.from({ length: 500 }, () => transfer)]),
  ])
}

export async function run(): Promise<Figure[]> {
  const page = logs()
  const decodePage = () => page.map((log) => decodeLog(log, knownCandidates))
  const from = performance.now()
  const named = decodePage().filter((decoded) => decoded !== null).length
  const cold = performance.now() - from
  if (named !== LOGS) throw new Error(`Only ${String(named)} of ${String(LOGS)} logs have a name.`)
  const input = nestedCall()
  return [
    {
      name: `the first page of ${String(LOGS)} logs, with the standards and the pack read`,
      value: cold,
      unit: 'ms',
    },
    below(`a page of ${String(LOGS)} logs decoded`, await timed(ROUNDS, decodePage), MAX_PAGE_MS, 'ms'),
    {
      name: 'a call of 500 calls opened',
      value: await timed(ROUNDS, () => decodeCall({ to: account(1), input }, knownCandidates)),
      unit: 'ms',
    },
  ]
}
