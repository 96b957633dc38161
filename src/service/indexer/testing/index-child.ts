/** A process that indexes until it is killed: `node index-child.ts URL DATA-DIR`. */
import { followIndexed } from './follow-indexed.ts'

const [rpcUrl = '', dataDir = ''] = process.argv.slice(2)
await followIndexed({
  rpcUrl,
  dataDir,
  onStatus: ({ state, blocks }) => {
    process.stdout.write(`${state} ${String(blocks.done)}\n`)
  },
})
