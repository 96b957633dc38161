/** The calls and events `cases.*`. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { caseCalls, caseEvents } from '#shared/rpc/contract/cases.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import { notFound } from '#shared/errors/failure.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import { freeName, partOf, putInPlace, removePart, toExportError } from '../export/export-file.ts'
import type { ExportHost } from '../export/export-handlers.ts'
import { openOutput } from '../export/file-output.ts'
import type { Keys } from '../keys/keys.ts'
import type { SecretUrls } from '../keys/secret-urls.ts'
import type { Notes } from '../notes/notes.ts'
import type { Cases } from './cases.ts'
import { importCase, type ImportDeps } from './import-case.ts'
import { createPublicTexts } from './public-text.ts'
import { createCaseReader, type CaseReader } from './read-case.ts'
import { writeCase, type WriteDeps } from './write-case.ts'

export interface CaseHandlerDeps extends Omit<WriteDeps, 'texts' | 'caseArchive'>, ExportHost {
  readonly cases: Cases
  readonly notes: Notes
  readonly caseArchive: WriteDeps['caseArchive'] & ImportDeps['caseArchive']
  readonly keys: Pick<Keys, 'secrets'>
  readonly secretUrls: Pick<SecretUrls, 'secrets'>
  /** A folder, or ':memory:'. */
  readonly dataDir: string
}

export function caseHandlers(deps: CaseHandlerDeps): Pick<Handlers, keyof typeof caseCalls> {
  const { cases } = deps
  return {
    'cases.create': ({ name, workspace }) => ({ id: cases.create(name, workspace) }),
    'cases.rename': ({ id, name }) => (cases.rename(id, name), null),
    'cases.keepWorkspace': ({ id, before, now }) => (cases.keepWorkspace(id, before, now), null),
    'cases.saveQuestion': ({ id, question }) => (cases.saveQuestion(id, question), null),
    'cases.removeQuestion': ({ id, name }) => cases.removeQuestion(id, name),
    'cases.copy': ({ id, name }) => ({ id: cases.copy(id, name) }),
    'cases.remove': ({ id }) => (cases.remove(id), null),
    'cases.restore': ({ id }) => (cases.restore(id), null),
    'cases.useSource': ({ id, from, to }) => (cases.useSource(id, from, to), null),
    'cases.save': (input, { signal }) => saveCase(deps, input, signal),
    ...openHandlers(deps),
  }
}

export const caseStreams = (cases: Cases): Pick<Streams, keyof typeof caseEvents> => ({
  'cases.changed': (_, emit) => {
    emit(cases.list())
    return cases.onChange(() => {
      emit(cases.list())
    })
  },
  'cases.content': ({ id }, emit) => {
    emit(cases.content(id))
    return cases.onChange((changed) => {
      if (changed === null || changed === id) emit(cases.content(id))
    })
  },
})

interface Upload {
  readonly token: string
  readonly reader: CaseReader
}

/** One file is read at a time: another one replaces it. */
function openHandlers(
  deps: CaseHandlerDeps,
): Pick<Handlers, 'cases.beginFile' | 'cases.giveFile' | 'cases.openFile'> {
  let upload: Upload | undefined

  function uploadOf(token: string): CaseReader {
    if (upload?.token !== token) throw notFound('case_upload_gone')
    return upload.reader
  }
  /** After a failure the reader is dropped. */
  function use<T>(reader: CaseReader, work: (reader: CaseReader) => T): T {
    try {
      return work(reader)
    } catch (error) {
      upload = undefined
      throw error
    }
  }

  return {
    'cases.beginFile': ({ bytes, text }) => {
      upload = undefined
      deps.cases.checkRoom()
      const reader = createCaseReader(bytes)
      reader.give(text)
      upload = { token: randomUUID(), reader }
      return { token: upload.token }
    },
    'cases.giveFile': ({ token, text }) => {
      use(uploadOf(token), (reader) => {
        reader.give(text)
      })
      return null
    },
    'cases.openFile': ({ token }) => {
      const read = use(uploadOf(token), (reader) => reader.end())
      upload = undefined
      deps.cases.checkRoom()
      const id = importCase(read, deps)
      deps.cases.reload()
      deps.notes.reload()
      return { id }
    },
  }
}

async function saveCase(deps: CaseHandlerDeps, input: CallInput<'cases.save'>, signal: AbortSignal) {
  const { cases, notes, host, exportFolder, chooseFolder, offerFile, dataDir } = deps
  const { name } = cases.get(input.id)
  const content = cases.content(input.id)
  if (!content) throw notFound('case_gone')
  const folder = host === 'electron' ? await chooseFolder() : exportFolder()
  if (typeof folder !== 'string') return null
  const chosen = freeName(join(folder, fileName(name)), () => false)
  const secrets = [...deps.keys.secrets(), ...deps.secretUrls.secrets()]
  let rows = 0
  let isCut = false
  try {
    const output = await openOutput(partOf(chosen), 0)
    try {
      const lines = writeCase(
        { name, isReadOnly: input.isReadOnly, content, notes: notes.list(input.id), rows: input.rows },
        { ...deps, texts: createPublicTexts(secrets, dataDir) },
        { signal, onRows: (count) => (rows += count), onCut: () => (isCut = true) },
      )
      for await (const line of lines) await output.write(line)
      await output.flush()
    } finally {
      await output.close()
    }
    const file = putInPlace(chosen)
    // If it can't be offered for download, it is still in its folder.
    const path = host === 'loopback' ? await offerFile(file).catch(() => null) : null
    return { file, path: typeof path === 'string' ? path : null, rows, isCut }
  } catch (error) {
    removePart(chosen)
    throw toExportError(error)
  }
}

/** A file name that every file system accepts. */
function fileName(name: string): string {
  const plain = name
    .replace(/[^\p{L}\p{N} ._()-]/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80)
  return `${plain === '' || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `case ${plain}`.trim() : plain}.chainglass`
}
