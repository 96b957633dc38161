/** Writes a chain and is killed, by itself, before the n-th statement: `node killed-writer.ts FILE STATEMENT`. */
import { IndexDatabase } from '../store/index-database.ts'
import { longChain } from './long-chain.ts'

const [path = '', statement = ''] = process.argv.slice(2)
const run = IndexDatabase.prototype.run
let count = 0
IndexDatabase.prototype.run = function (this: IndexDatabase, ...args: Parameters<typeof run>) {
  if (++count === Number(statement)) process.kill(process.pid, 'SIGKILL')
  return run.apply(this, args)
}
longChain(path, 12_000).close()
process.stdout.write(String(count))
