/**
 * Reads the holdings of several addresses as one list, combined from the list of each address, which is read and stored as
 * usual.
 */
import type { Cursor, MissingRows, SourceNotice } from '#shared/lists/page.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { LocalArchive } from '../../archive/local-archive.ts'
import { listOfMember, membersIn } from '../../archive/named-lists.ts'
import type { RowArchives } from '../../archive/row-archives.ts'
import type { PageReader } from '../../read/page-reader.ts'
import { PagingFailure } from '../../read/page-through-list.ts'
import type { ListHolding, OneList } from '../list-holding.ts'
import { readHoldings, wholePage, type Holdings } from './merge-holdings.ts'

interface CombineOptions {
  /** Reads all lists completely, because the stored rows belong to one moment. */
  readonly isAnew: boolean
  /** Reads only the lists whose rows are missing; the others are used as stored. */
  readonly isOfMissing: boolean
  /** Called with the stored rows before any request, if nothing was combined yet. */
  readonly onLoaded: (notice: SourceNotice | undefined) => void
}

interface Deps {
  readonly archives: RowArchives
  readonly localArchive: Pick<LocalArchive, 'isPinned'>
  readonly readPage: PageReader
}

export class CombinedReading {
  /** The lists of the addresses. */
  readonly lists: readonly OneList[]
  readonly #deps: Deps
  readonly #request: OneList
  /** Addresses whose rows could not be read, or are out of date. */
  missing: readonly MissingRows[] = []

  readonly #holding: ListHolding

  constructor(deps: Deps, request: OneList, holding: ListHolding) {
    this.#deps = deps
    this.#holding = holding
    this.#request = request
    this.lists = (membersIn(request) ?? []).map((member) => listOfMember(request, member))
  }

  /**
   * Reads the beginnings of the lists and the rows that are not loaded. Rejects if nothing can be read; stored rows stay.
   */
  async read(
    { isAnew, isOfMissing, onLoaded }: CombineOptions,
    signal: AbortSignal,
  ): Promise<SourceNotice | undefined> {
    if (!isAnew && this.#holding.list()?.coverage().list === null) {
      const combined = await this.#combineLoaded()
      if (combined && !signal.aborted) {
        this.#write(combined)
        onLoaded(combined.notice)
      }
    }
    const missing = new Set(this.missing.map(({ address }) => address))
    const failed = new Map<string, ChainglassError>()
    const read = async (address: string, cursor: Cursor | null) => {
      const isAsked = (isAnew || cursor === null) && (!isOfMissing || missing.has(address))
      const refresh = isAsked && !failed.has(address)
      const list = listOfMember(this.#request, address)
      try {
        return await this.#deps.readPage({ ...list, cursor, refresh }, signal)
      } catch (error) {
        const page = refresh && isFailure(error) ? this.#storedPage(address, cursor) : undefined
        if (!page) throw error
        failed.set(address, (error as ChainglassFailure).error)
        return page
      }
    }
    const holdings = await this.#combine(read)
    const known = new Set(holdings.missing.map(({ address }) => address))
    const also = [...failed].filter(([address]) => !known.has(address))
    const all = [...holdings.missing, ...also.map(([address, error]) => ({ address, error }))]
    this.#write({ ...holdings, missing: all })
    const [error] = failed.values()
    if (error && failed.size === this.lists.length) throw new ChainglassFailure(error)
    this.missing = all
    return holdings.notice
  }

  /** Deletes the lists of the addresses, except those that are open. */
  forget(): void {
    const { archives, localArchive } = this.#deps
    for (const list of this.lists)
      if (!localArchive.isPinned(list)) archives.of(list.source, list)?.forgetList(list)
  }

  #combine(read: Parameters<typeof readHoldings>[2]): Promise<Holdings> {
    return readHoldings(this.#request.list, membersIn(this.#request) ?? [], read)
  }

  async #combineLoaded(): Promise<Holdings | undefined> {
    try {
      return await this.#combine((address, cursor) => {
        const page = this.#storedPage(address, cursor)
        return page ? Promise.resolve(page) : Promise.reject(new ChainglassFailure({ code: 'not_found' }))
      })
    } catch {
      return undefined
    }
  }

  #storedPage(address: string, cursor: Cursor | null) {
    const list = listOfMember(this.#request, address)
    const stored = this.#deps.archives.of(list.source, list)?.list(list)
    return cursor ? stored?.after(cursor) : stored?.first()
  }

  #write(holdings: Holdings) {
    const write = () =>
      this.#holding.list()?.writeNow(null, wholePage(holdings), holdings.readAt) === 'written'
    if (write()) return
    this.#holding.moveIntoMemory()
    if (!write()) throw new PagingFailure({ kind: 'not_kept' })
  }
}

const isFailure = (error: unknown) => error instanceof ChainglassFailure && error.error.code !== 'cancelled'
