import { ChainglassFailure, type ChainglassError } from '#shared/rpc/errors.ts'
import { parseLosslessJson } from './lossless-json.ts'

/** The JSON of an answer, or `bad_response` with what it is instead. */
export function readJson(body: string, host: string): unknown {
  const bad = (kind: BadKind, detail: string) =>
    new ChainglassFailure({ code: 'bad_response', kind, detail, host })
  try {
    return parseLosslessJson(body)
  } catch {
    const text = body.trim()
    if (text === '') throw bad('empty', 'The answer is empty.')
    if (text.startsWith('<'))
      throw bad('html', 'A web page came instead of data: perhaps the network asks to sign in.')
    const begun = text.startsWith('{') || text.startsWith('[')
    if (begun && !/[}\]]$/.test(text)) throw bad('truncated', 'The answer ends in the middle.')
    throw bad('not_json', 'The answer is not JSON.')
  }
}

export const notAPage = (detail: string, host: string) =>
  new ChainglassFailure({ code: 'bad_response', kind: 'not_a_page', detail, host })

type BadKind = Extract<ChainglassError, { code: 'bad_response' }>['kind']
