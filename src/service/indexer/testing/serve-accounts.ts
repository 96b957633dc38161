import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createService } from '../../http/server.ts'
import { followChain } from '../follow-chain.ts'
import { ACCOUNT_CONTRACT_NAMES, sendThroughAccounts } from './account-contracts.ts'
import { startAnvil } from './anvil.ts'
import { indexed } from './fixtures.ts'
import { startProxy } from './node-proxy.ts'
import { writeFoundryOut } from './write-artifacts.ts'

/** A node with calls through Safes, smart accounts and proxies, and a service of its index that knows their ABIs. */
export async function serveAccounts() {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-accounts-'))
  const anvil = await startAnvil()
  const accounts = await sendThroughAccounts(anvil)
  const node = await startProxy(anvil.url)
  const abiDir = join(folder, 'out')
  writeFoundryOut(abiDir, ACCOUNT_CONTRACT_NAMES)
  const chain = await followChain({ rpcUrl: node.url, dataDir: join(folder, 'index'), abiDir })
  await indexed(chain, anvil.url)
  const service = await createService({ reader: chain.reader, dialect: 'v12' })
  return {
    anvil,
    accounts,
    /** A proxy before anvil, which the index follows. */
    node,
    chain,
    service,
    async close() {
      await service.close()
      await chain.close()
      await node.close()
      await anvil.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
