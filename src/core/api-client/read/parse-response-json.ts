import type { ResponseReason } from '#shared/errors/error-reasons.ts'
import type { BadResponseKind } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { parseLosslessJson, type LosslessJson, TooManyValuesError } from '#shared/lossless-json.ts'

/**
 * Parses the JSON of a response, whatever its Content-Type says. Throws `bad_response` with the kind of any other
 * content, such as HTML.
 */
export function parseResponseJson(body: string, host: string): LosslessJson {
  const bad = (kind: BadResponseKind) => new ChainglassFailure({ code: 'bad_response', kind, host })
  try {
    return parseLosslessJson(body)
  } catch (error) {
    if (error instanceof TooManyValuesError)
      throw new ChainglassFailure({
        code: 'bad_response',
        kind: 'too_large',
        reason: 'too_many_values',
        host,
      })
    const text = body.trim()
    if (text === '') throw bad('empty')
    if (text.startsWith('<')) throw bad('html')
    const begun = text.startsWith('{') || text.startsWith('[')
    if (begun && !/[}\]]$/.test(text)) throw bad('truncated')
    throw bad('not_json')
  }
}

export const createNotAPage = (reason: ResponseReason, host: string, serverMessage?: string) =>
  new ChainglassFailure({
    code: 'bad_response',
    kind: 'not_a_page',
    reason,
    ...(serverMessage === undefined ? {} : { serverMessage }),
    host,
  })
