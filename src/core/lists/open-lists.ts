/**
 * `lists.open`: a list that a window asks about. One of a chain on this machine is read to its end behind what a person looks
 * at, and followed from its head then; subscribers to the same list share one reading.
 */
import { ChainglassFailure, type ChainglassError } from '#shared/errors/errors.ts'
import { membersOf } from '#shared/lists/several.ts'
import type { KeepProblem } from '#shared/rpc/contract/keep-problem.ts'
import type { Filters, ListReading } from '#shared/rpc/contract/lists.ts'
import type { Streams } from '#shared/rpc/server.ts'
import { throttle } from '#platform/throttle.ts'
import { formatHeldName, type ListRequest } from '../archive/held-list.ts'
import type { LocalArchive } from '../archive/local-archive.ts'
import { isLocal, type RowArchives } from '../archive/row-archives.ts'
import type { ListWalker } from '../keep/list-walker.ts'
import type { Sources } from '../sources/sources.ts'
import { WalkFailure } from '../keep/walk-list.ts'

export interface OpenListsDeps {
  readonly sources: Sources
  readonly archives: RowArchives
  readonly localArchive: Pick<LocalArchive, 'pin'>
  readonly walker: Pick<ListWalker, 'walk'>
  /** Calls back with the first page of a list whenever that has changed; returns how to stop. */
  readonly followHead: (request: OpenedList, onChange: () => void, signal: AbortSignal) => () => void
  /** As a window is told of it; a fault of ours goes to the log. */
  readonly toError: (name: string, error: unknown) => ChainglassError
}

type OpenedList = ListRequest & { readonly filters: Filters; readonly params: Record<string, string> }
type Request = OpenedList & { readonly others?: readonly string[] | undefined }

/** How far it is. */
const TELL_EVERY_MS = 250

type Emit = (reading: ListReading) => void

interface Reading {
  /** Returns how to leave it. The last one ends it. */
  add(emit: Emit): () => void
}

export function openListStreams(deps: OpenListsDeps): Pick<Streams, 'lists.open'> {
  const readings = new Map<string, Reading>()
  return {
    'lists.open'(request, emit) {
      const lists = listsOf(request)
      if (!isLocal(deps.sources.get(request.source))) {
        emit(together(lists.map((list) => ({ ...readState(deps.archives, list), isReading: false }))))
        return () => undefined
      }
      const states: ListReading[] = []
      const leave = lists.map((list, at) => {
        const key = formatHeldName(list)
        const reading = readings.get(key) ?? startReading(deps, list, () => readings.delete(key))
        readings.set(key, reading)
        return reading.add((state) => {
          states[at] = state
          // The others are told of in a moment.
          if (Object.keys(states).length === lists.length) emit(together(states))
        })
      })
      return () => {
        for (const one of leave) one()
      }
    },
  }
}

/** One for each of several addresses. Throws `invalid_input`. */
function listsOf({ others, ...request }: Request): readonly OpenedList[] {
  if (!others) return [request]
  return membersOf({ ...request, others }).map((address) => ({
    ...request,
    params: { address_hash: address },
  }))
}

/** What is here of lists that are read as one. */
function together(states: readonly ListReading[]): ListReading {
  const problem = states.find((state) => state.problem)?.problem
  return {
    loaded: states.reduce((sum, { loaded }) => sum + loaded, 0),
    isWhole: states.every(({ isWhole }) => isWhole),
    isReading: states.some(({ isReading }) => isReading),
    ...(problem && { problem }),
  }
}

/** What is here of a list. */
function readState(archives: RowArchives, request: OpenedList): Pick<ListReading, 'loaded' | 'isWhole'> {
  const list = archives.of(request.source)?.list(request)
  if (!list) return { loaded: 0, isWhole: false }
  const { rows, isComplete } = list.coverage()
  return { loaded: rows, isWhole: isComplete }
}

function startReading(deps: OpenListsDeps, request: OpenedList, onEnded: () => void): Reading {
  const { sources, archives, localArchive, walker, followHead, toError } = deps
  const isNode = sources.get(request.source).kind === 'node'
  const ended = new AbortController()
  const { signal } = ended
  const subscribers = new Set<Emit>()
  let state: ListReading = { loaded: 0, isWhole: false, isReading: true }
  let isReading = false
  /** So often it was asked for. */
  let asked = 0

  function tell() {
    for (const emit of subscribers) emit(state)
  }
  const tellSoon = throttle(tell, TELL_EVERY_MS)

  /** Once more where the list changes meanwhile. */
  async function read() {
    asked += 1
    if (isReading) return
    isReading = true
    let problem: KeepProblem | undefined
    let done: number
    do {
      done = asked
      problem = await walk()
    } while (done !== asked && !signal.aborted)
    isReading = false
    if (signal.aborted) return
    tellSoon.cancel()
    state = { ...readState(archives, request), isReading: false, ...(problem ? { problem } : {}) }
    tell()
  }

  /** To its end. Returns what ended it before that. */
  async function walk(): Promise<KeepProblem | undefined> {
    try {
      await walker.walk({
        list: request,
        purpose: 'looking',
        refreshesHead: true,
        signal,
        beforeRequest() {
          const archive = archives.of(request.source)
          // It may have been turned off meanwhile.
          if (!archive?.list(request)) throw new WalkFailure({ kind: 'not_kept' })
          if (!archive.hasRoom()) throw new WalkFailure({ kind: 'no_room' })
        },
        onPage({ rows }) {
          state = { loaded: rows, isWhole: false, isReading: true }
          tellSoon()
        },
      })
      return undefined
    } catch (error) {
      if (error instanceof WalkFailure) return error.problem
      const failure = error instanceof ChainglassFailure ? error.error : toError('lists.open', error)
      return { kind: 'source', error: failure }
    }
  }

  const release = localArchive.pin(request)
  void read()
  const stopFollowing = followHead(request, () => void read(), signal)

  return {
    add(emit) {
      subscribers.add(emit)
      emit(state)
      return () => {
        subscribers.delete(emit)
        if (subscribers.size > 0) return
        tellSoon.cancel()
        stopFollowing()
        ended.abort()
        release()
        // When it is opened again, the chain of a node may have been set back, or be indexed further down.
        if (isNode) archives.of(request.source)?.forgetList(request)
        onEnded()
      }
    },
  }
}
