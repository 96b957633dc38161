/** Writes a chain and is killed, by itself, before the n-th statement: `node killed-writer.ts FILE STATEMENT`. */
import { StatementSync, type SQLInputValue, type StatementResultingChanges } from 'node:sqlite'
import { openSqliteIndex } from '../store/sqlite-index.ts'
import { longChain } from './long-chain.ts'

type Run = (this: StatementSync, ...values: SQLInputValue[]) => StatementResultingChanges

const [path = '', statement = ''] = process.argv.slice(2)
const run = Reflect.get(StatementSync.prototype, 'run') as Run
let count = 0
Reflect.set(StatementSync.prototype, 'run', function (this: StatementSync, ...values: SQLInputValue[]) {
  if (++count === Number(statement)) process.kill(process.pid, 'SIGKILL')
  return run.apply(this, values)
} satisfies Run)
longChain(openSqliteIndex(path), 12_000).close()
process.stdout.write(String(count))
