/** A process that indexes until it is killed: `node index-child.ts URL DATA-DIR`. */
import { followChain } from '../follow-chain.ts'

const [rpcUrl = '', dataDir = ''] = process.argv.slice(2)
await followChain({
  rpcUrl,
  dataDir,
  onStatus: ({ state, blocks }) => {
    process.stdout.write(`${state} ${String(blocks.done)}\n`)
  },
})
