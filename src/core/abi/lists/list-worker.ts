/** Thread that makes a list file from a person's file. It can be ended at any time. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { MAX_JSON_LIST_BYTES, MAX_LIST_SIGNATURES } from '#shared/rpc/contract/signatures.ts'
import type { InputReason } from '#shared/errors/error-reasons.ts'
import { serveThread } from '#platform/threads/serve-thread.ts'
import { TooManyValuesError } from '#shared/lossless-json.ts'
import { createListFile } from './list-file.ts'
import { readJsonRows, readLine, type ReadRow } from './list-rows.ts'
import { fileBytes, readParquetRows } from './parquet-rows.ts'

export interface ListJob {
  readonly name: string
  readonly source: string
  readonly bytes: number
  readonly target: string
}

/** `reason`: why no list was made. */
export type ListResult = 'made' | { readonly reason: InputReason }

const PART_BYTES = 1024 * 1024
const tooLong = (rows: number): InputReason => ({ kind: 'file_too_long', rows, maxRows: MAX_LIST_SIGNATURES })

function make(job: ListJob): ListResult {
  const file = openSync(job.source, 'r')
  const target = createListFile(job.target)
  try {
    const format = formatOf(file)
    if (format === 'json' && job.bytes > MAX_JSON_LIST_BYTES)
      return { reason: { kind: 'file_too_large', bytes: job.bytes, maxBytes: MAX_JSON_LIST_BYTES } }
    let [signatures, unread] = [0, 0]
    for (const row of rowsOf(file, format, job)) {
      if (row === 'unread') unread += 1
      else {
        signatures += 1
        target.add(row)
      }
      if (signatures + unread > MAX_LIST_SIGNATURES) return { reason: tooLong(signatures + unread) }
    }
    if (signatures === 0) return { reason: 'file_without_signatures' }
    target.finish({ name: job.name, bytes: job.bytes, signatures, unread })
    return 'made'
  } catch (error) {
    if (error instanceof TooManyValuesError) return { reason: 'file_of_too_many_values' }
    const { rows } = error as { readonly rows?: number }
    return { reason: rows === undefined ? 'list_not_read' : tooLong(rows) }
  } finally {
    target.close()
    closeSync(file)
  }
}

type Format = 'parquet' | 'json' | 'lines'

function formatOf(file: number): Format {
  const start = Buffer.alloc(64)
  const head = start.toString('latin1', 0, readSync(file, start, 0, start.length, 0))
  if (head.startsWith('PAR1')) return 'parquet'
  return /^(?:\xef\xbb\xbf)?\s*[[{]/.test(head) ? 'json' : 'lines'
}

function* rowsOf(file: number, format: Format, job: ListJob): Generator<ReadRow> {
  if (format === 'json') yield* readJsonRows(readFileSync(job.source, 'utf8').replace(/^\ufeff/, ''))
  else if (format === 'lines') yield* readLines(file)
  else yield* readParquetRows(fileBytes(file, job.bytes), MAX_LIST_SIGNATURES)
}

/** Reads the lines as a stream, so that the file is never in memory as a whole. */
function* readLines(file: number): Generator<ReadRow> {
  const part = Buffer.alloc(PART_BYTES)
  let left = ''
  for (let at = 0, length = 1; length > 0; at += length) {
    length = readSync(file, part, 0, part.length, at)
    const lines = (left + part.toString('latin1', 0, length)).split('\n')
    // A line longer than this is no signature, so its rest is dropped.
    left = (length > 0 ? lines.pop() : undefined)?.slice(0, PART_BYTES) ?? ''
    for (const line of lines) {
      const row = readLine(line)
      if (row !== undefined) yield row
    }
  }
}

serveThread(make)
