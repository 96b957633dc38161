/** Lists of signatures that a person added. Each is a file beside the store, and not part of its backups. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AbiItemKind } from '#shared/abi/abi-item.ts'
import type { Candidate } from '#shared/abi/candidate.ts'
import { createEmitter } from '#shared/emitter.ts'
import { MAX_LIST_BYTES, MAX_LISTS, type SignatureList } from '#shared/rpc/contract/signatures.ts'
import type { InputReason } from '#shared/errors/error-reasons.ts'
import { ChainglassFailure, notFound, throwIfCancelled, invalidInput } from '#shared/errors/failure.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { appendPrivateFile, makePrivateFolder } from '#platform/private-files.ts'
import { WorkerThread } from '#platform/threads/worker-thread.ts'
import { toStorageError } from '#platform/sqlite/storage-error.ts'
import { findProgramFile } from '../find-program-file.ts'
import { openListFile, type ListFile } from './list-file.ts'
import type { ListJob, ListResult } from './list-worker.ts'

export interface SignatureLists {
  list(): readonly SignatureList[]
  begin(name: string, bytes: number): string
  append(token: string, part: Buffer): void
  finish(token: string, signal: AbortSignal): Promise<SignatureList>
  remove(id: number): void
  removeAll(): void
  candidates(kind: AbiItemKind, selector: string): readonly Candidate[]
  onChange(listener: (lists: readonly SignatureList[]) => void): () => void
  close(): void
}

interface Upload {
  readonly token: string
  readonly name: string
  readonly bytes: number
  readonly path: string
  received: number
}

const FOLDER = 'signatures'
const FILE = /^list-([1-9]\d{0,8})\.sqlite$/
/** Parsing JSON of 64 MB takes ten times as much memory. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1_024 }

export function createSignatureLists(dataDir: string): SignatureLists {
  const changes = createEmitter<readonly SignatureList[]>()
  const files = createListFolder(dataDir)
  let upload: Upload | undefined
  const uploadOf = (token: string) => {
    if (upload?.token !== token) throw notFound('preview_gone')
    return upload
  }
  const drop = () => {
    if (upload) rmSync(upload.path, { force: true })
    upload = undefined
  }

  return {
    list: files.list,
    begin(name, bytes) {
      drop()
      if (bytes > MAX_LIST_BYTES) throw refuse({ kind: 'file_too_large', bytes, maxBytes: MAX_LIST_BYTES })
      const plain = plainName(name, 100) || 'list'
      if (files.list().filter((list) => list.name !== plain).length >= MAX_LISTS)
        throw refuse({ kind: 'too_many_lists', max: MAX_LISTS })
      const token = randomUUID()
      const path = files.newPath('upload')
      storing(() => {
        appendPrivateFile(path, '')
      })
      upload = { token, name: plain, bytes, path, received: 0 }
      return token
    },
    append(token, part) {
      const into = uploadOf(token)
      into.received += part.length
      if (into.received > into.bytes) {
        drop()
        throw refuse('list_not_read')
      }
      storing(() => {
        appendPrivateFile(into.path, part)
      })
    },
    async finish(token, signal) {
      const { name, received: bytes, path: source } = uploadOf(token)
      upload = undefined
      const target = files.newPath('making')
      try {
        const result = await makeList({ name, bytes, source, target }, signal)
        if (result !== 'made') throw refuse(result.reason)
        const added = storing(() => files.take(target))
        changes.emit(files.list())
        return added
      } finally {
        rmSync(source, { force: true })
        rmSync(target, { force: true })
      }
    },
    remove(id) {
      files.remove([id])
      changes.emit(files.list())
    },
    removeAll() {
      drop()
      files.remove(files.list().map(({ id }) => id))
      changes.emit(files.list())
    },
    candidates: files.candidates,
    onChange: (listener) => changes.on(listener),
    close() {
      drop()
      files.close()
    },
  }
}

/** The list files, opened at the first lookup. */
function createListFolder(dataDir: string) {
  const isKept = dataDir !== ':memory:'
  let folder = isKept ? join(dataDir, FOLDER) : undefined
  let opened: Map<number, ListFile> | undefined

  function open(): Map<number, ListFile> {
    const found = new Map<number, ListFile>()
    for (const name of folder === undefined ? [] : namesIn(folder)) {
      const id = Number(FILE.exec(name)?.[1] ?? 0)
      const file = id > 0 ? openListFile(join(folder ?? '', name)) : null
      if (file) found.set(id, file)
      // Files that another run did not finish.
      else if (/^(upload|making)-/.test(name)) rmSync(join(folder ?? '', name), { force: true })
    }
    return found
  }
  const all = () => (opened ??= open())
  const pathOf = (name: string) => {
    folder ??= mkdtempSync(join(tmpdir(), 'chainglass-signatures-'))
    return join(folder, name)
  }
  const list = (): readonly SignatureList[] =>
    [...all()]
      .map(([id, { facts }]) => ({ id, ...facts }))
      .sort((one, other) => one.name.localeCompare(other.name, 'en') || one.id - other.id)
  const remove = (ids: readonly number[]) => {
    for (const id of ids) {
      const file = all().get(id)
      if (!file) continue
      file.close()
      all().delete(id)
      rmSync(pathOf(`list-${String(id)}.sqlite`), { force: true })
    }
  }

  return {
    list,
    remove,
    newPath(kind: 'upload' | 'making'): string {
      all()
      const path = pathOf(`${kind}-${randomUUID()}`)
      storing(() => {
        if (folder !== undefined) makePrivateFolder(folder)
      })
      return path
    },
    /** Takes a finished file; it replaces a list of the same name. */
    take(path: string): SignatureList {
      const id = Math.max(0, ...all().keys()) + 1
      const name = pathOf(`list-${String(id)}.sqlite`)
      renameSync(path, name)
      const file = openListFile(name)
      if (!file) throw refuse('list_not_read')
      remove(
        list()
          .filter((one) => one.name === file.facts.name)
          .map((one) => one.id),
      )
      all().set(id, file)
      return { id, ...file.facts }
    },
    candidates: (kind: AbiItemKind, selector: string): readonly Candidate[] =>
      [...all().values()].flatMap(({ facts, find }) =>
        find(kind, selector).map((item) => ({ item, origin: 'pack', from: facts.name, isCertain: false })),
      ),
    close() {
      for (const file of opened?.values() ?? []) file.close()
      opened = undefined
      if (!isKept && folder !== undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Runs in a thread of its own, because it takes seconds and the file is untrusted. */
async function makeList(job: ListJob, signal: AbortSignal): Promise<ListResult> {
  const thread = new WorkerThread<ListJob, ListResult>({
    file: () => findProgramFile('list-worker.js', 'lists/list-worker.ts'),
    resourceLimits: RESOURCE_LIMITS,
  })
  try {
    return await thread.ask(job, { signal })
  } catch {
    throwIfCancelled(signal)
    return { reason: 'list_not_read' }
  } finally {
    await thread.end()
  }
}

/** Converts errors of the disk to storage errors. */
function storing<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof ChainglassFailure ? error : toStorageError(error)
  }
}

const refuse = (reason: InputReason) => invalidInput('file', reason)
