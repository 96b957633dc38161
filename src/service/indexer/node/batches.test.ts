/** Calls that are sent together, to nodes that answer them in ways of their own. */
import { expect, test } from 'vitest'
import { testFolder, testFollow, testProxy } from '../testing/fixtures.ts'
import { noBatches, type BatchShape } from '../testing/node-proxy.ts'
import { blockHashOf, scriptedNode, SENDER, type ScriptedBlock } from '../testing/scripted-node.ts'
import { until } from '../testing/until.ts'
import { ofAddress } from '../testing/compare/read-all.ts'

const MOST = 10
/** Each third is left out, once the node is known to take batches. */
const inPart: BatchShape = (answers) => answers.filter((_, index) => answers.length <= 3 || index % 3 !== 2)
const upTo =
  (refuse: BatchShape): BatchShape =>
  (answers, response) =>
    answers.length > MOST ? refuse(answers, response) : answers
const tooLarge = upTo((_, response) => {
  response.statusCode = 413
  return 'Request Entity Too Large'
})
/** As geth ends a batch whose answers become too long. */
const cutShort: BatchShape = (answers) =>
  answers.map((answer, index) =>
    index < MOST
      ? answer
      : { ...(answer as object), result: undefined, error: { code: -32003, message: 'response too large' } },
  )

test.each([
  ['refuses them', noBatches, 1],
  ['takes ten calls at once', upTo(noBatches), MOST],
  ['refuses a body for its size', tooLarge, MOST],
  ['answers in another order', (answers) => answers.toReversed(), 100],
  ['leaves some out', inPart, 100],
  ['ends its answer where it becomes too long', cutShort, 100],
] satisfies [string, BatchShape, number][])('a node that %s', async (_, shape, most) => {
  const blocks: ScriptedBlock[] = Array.from({ length: 120 }, () => ({ transactions: [{}] }))
  const proxy = await testProxy(null, scriptedNode(blocks))
  proxy.answerBatches(shape)
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await until('its blocks', () => chain.status().blocks.done === blocks.length, {
    seen: () => [chain.status(), proxy.sizes],
  })
  expect(chain.status().head?.hash).toBe(blockHashOf(119))
  expect(await chain.reader.detail('address-counters', ofAddress(SENDER))).toMatchObject({
    transactions_count: '120',
  })
  // A size that the node refused is not tried again.
  const refused = proxy.sizes.filter((size) => size > most)
  expect(refused.length).toBeLessThanOrEqual(4)
  expect(chain.status().node?.batches).toBe(most > 1)
})

test('a limit of requests is no refusal of batches', async () => {
  const blocks: ScriptedBlock[] = Array.from({ length: 60 }, () => ({ transactions: [{}] }))
  const proxy = await testProxy(null, scriptedNode(blocks))
  let refusals = 0
  proxy.answerBatches((answers) => {
    if (answers.length < 10 || refusals === 2) return answers
    refusals += 1
    return { jsonrpc: '2.0', id: null, error: { code: -32005, message: 'limit exceeded' } }
  })
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await until('its blocks', () => chain.status().blocks.done === blocks.length, {
    seen: () => [chain.status(), proxy.sizes],
  })
  expect(refusals).toBe(2)
  expect(Math.max(...proxy.sizes.slice(-8))).toBeGreaterThan(MOST)
})

test('large blocks are not asked for far ahead of what is written', async () => {
  const padding = 'f'.repeat(1024 * 1024)
  const blocks: ScriptedBlock[] = Array.from({ length: 40 }, () => ({ fields: { padding } }))
  const held: (() => void)[] = []
  let most = 0
  const node = scriptedNode(blocks)
  const proxy = await testProxy(null, async (method, params, forward) => {
    const height = Number(params[0])
    if (method === 'eth_getBlockByNumber' && params[1] === true && height > 20) {
      await new Promise<void>((done) => held.push(done))
    }
    return node(method, params, forward)
  })
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await until('all that is written before', () => chain.status().blocks.done === 21 && held.length > 0, {
    seen: () => chain.status(),
  })
  await until(
    'all',
    () => {
      most = Math.max(most, held.length)
      held.shift()?.()
      return chain.status().blocks.done === blocks.length
    },
    { seen: () => [chain.status(), held.length] },
  )
  // 4 MB, and the request that is always allowed.
  expect(most).toBeLessThanOrEqual(5)
})
