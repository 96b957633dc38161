/** Tests recorded answers of real instances against the document of the dialect that they speak: what a client of ours reads, it reads of others. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryChain } from '../testing/memory-chain.ts'
import { createService } from '../server.ts'
import { answersOf, readDocument } from '../testing/served-document.ts'

const FOLDER = new URL('../../../../../shared/fixtures/recorded/transaction-detail/', import.meta.url)

describe.skipIf(!existsSync(FOLDER))(
  'recorded answers (skipped where ../shared/fixtures/recorded is absent)',
  () => {
    it('a transaction is as the document says', async () => {
      const service = await createService({ reader: createMemoryChain(), dialect: 'v12' })
      onTestFinished(() => service.close())
      const fits = answersOf(await readDocument(service))('/transactions/{transaction_hash}', 200)!
      const names = readdirSync(FOLDER)
      expect(names.length).toBeGreaterThan(50)
      for (const name of names)
        expect(fits(JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))) || fits.errors, name).toBe(true)
    })
  },
)
