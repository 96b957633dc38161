/** The call `ledger.export`: writes a ledger to a file for an accounting program. */
import { join } from 'node:path'
import { chainName } from '#shared/chains.ts'
import { parseAddress } from '#shared/targets/parse-address.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import type { ledgerExportCalls } from '#shared/rpc/contract/ledger-export.ts'
import type { LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import { notFound } from '#shared/errors/failure.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { freeName, partOf, putInPlace, removePart, toExportError } from '../../export/export-file.ts'
import type { ExportHost } from '../../export/export-handlers.ts'
import { openOutput } from '../../export/file-output.ts'
import type { Sources } from '../../sources/sources.ts'
import { wellKnownTokens } from '../../tokens/well-known-tokens.ts'
import type { Ledgers } from '../create-ledgers.ts'
import type { Ledger } from '../ledger.ts'
import { filterOf, type SpamOf } from '../spam/ledger-spam.ts'
import type { MovementOptions } from '../kept/movement-reader.ts'
import { writeMovement, type Period } from '../movements.ts'
import { FORMATS, writeAccounting } from './accounting-formats.ts'
import { utcDay } from '#shared/utc-days.ts'
import { boundTime, type Book } from './book.ts'
import { makeBook, type LedgerPage } from './make-book.ts'

type ExportInput = CallInput<'ledger.export'>

export interface LedgerExportDeps extends ExportHost {
  readonly ledgers: Pick<Ledgers, 'get'>
  readonly sources: Pick<Sources, 'get'>
  readonly spamOf: SpamOf
}

export function ledgerExportHandlers(deps: LedgerExportDeps): Pick<Handlers, keyof typeof ledgerExportCalls> {
  const { ledgers, spamOf, host, exportFolder, chooseFolder, offerFile } = deps
  /** Names of files being written: the files do not exist yet, so their names must not be used twice. */
  const writing = new Set<string>()
  return {
    async 'ledger.export'(input, { signal }) {
      const ledger = await ledgers.get(input, { signal })
      if (!('movements' in ledger)) throw notFound('ledger_not_whole')
      const folder = host === 'electron' ? await chooseFolder() : exportFolder()
      if (typeof folder !== 'string') return null
      const chosen = freeName(join(folder, fileName(input)), (name) => writing.has(name))
      writing.add(chosen)
      try {
        const counted = { signal, filter: filterOf(await spamOf(input, ledger), ledger, input) }
        const book = await bookOf(ledger, input, deps, counted)
        const { file, movements } = await writeLedger(chosen, ledger, book, { input, counted })
        // If the host can't offer the file, it stays in its folder.
        const path = host === 'loopback' ? await offerFile(file).catch(() => null) : null
        return { file, path: typeof path === 'string' ? path : null, movements }
      } catch (error) {
        removePart(chosen)
        throw toExportError(error)
      } finally {
        writing.delete(chosen)
      }
    },
  }
}

function bookOf(
  ledger: Ledger,
  { source, address, others, from, to }: ExportInput,
  { sources }: LedgerExportDeps,
  counted: MovementOptions,
): Promise<Book> {
  const { chainId, coin, name } = sources.get(source)
  return makeBook(
    {
      before: from === null ? noPages() : readPages(ledger, { from: null, to: from }, counted),
      within: readPages(ledger, { from, to }, counted),
    },
    {
      chain: {
        id: chainId,
        name: chainId === undefined ? name : chainName(chainId),
        coin: coin.symbol,
        decimals: coin.decimals,
      },
      address: nameOf(address, others),
      period: { from, to },
      wellKnown: new Map(
        wellKnownTokens(chainId ?? '').map((token) => [token.address.toLowerCase(), token.symbol]),
      ),
    },
  )
}

async function writeLedger(
  chosen: string,
  ledger: Ledger,
  book: Book,
  { input, counted }: { readonly input: ExportInput; readonly counted: MovementOptions },
) {
  let movements = 0
  async function* read(): AsyncGenerator<LedgerMovement> {
    for await (const page of readPages(ledger, book.period, counted)) {
      movements += page.movements.length
      yield* page.movements
    }
  }
  const output = await openOutput(partOf(chosen), 0)
  try {
    for await (const text of writeAccounting(input.format, read(), book)) await output.write(text)
    await output.flush()
  } finally {
    await output.close()
  }
  return { file: putInPlace(chosen), movements }
}

async function* readPages(
  ledger: Ledger,
  period: Period,
  counted: MovementOptions,
): AsyncGenerator<LedgerPage> {
  for await (const movements of ledger.batches(period, counted))
    yield {
      movements: movements.map(writeMovement),
      assets: [...new Set(movements.map(({ asset }) => asset))].map((id) => ledger.assetOf(id)),
    }
}

async function* noPages(): AsyncGenerator<LedgerPage> {
  // Before the beginning there are no movements.
}

/** The address with its checksum; for several, their number. */
const nameOf = (address: string, others: readonly string[] = []) =>
  others.length === 0 ? (parseAddress(address)?.address ?? address) : `${String(others.length + 1)}-Addresses`

/** Name of the file, for example `chainglass-ledger-0x12345678-koinly-2025-01-01-to-2025-12-31.csv`. */
function fileName({ address, others = [], format, from, to }: ExportInput): string {
  const day = (time: number) => utcDay(boundTime(time))
  const parts = [
    'chainglass-ledger',
    address.slice(0, 10),
    others.length === 0 ? '' : `and-${String(others.length)}-more`,
    ...(format === 'hledger' || format === 'beancount' ? [] : [format]),
    from === null ? '' : `from-${day(from)}`,
    to === null ? '' : `to-${day(to - 1)}`,
  ]
  return `${parts.filter((part) => part !== '').join('-')}.${FORMATS[format].ending}`
}
