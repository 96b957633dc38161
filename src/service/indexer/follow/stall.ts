/** The reasons why following a node stalls, as sentences. */
import type { NodeText } from '#shared/node-texts.ts'
import { IndexError } from '../model/index-error.ts'
import { NodeFailure, NodeRefusal, NoNodeAnswers, getUrlHost } from '#platform/json-rpc/node-failure.ts'

const sentence = (text: string) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`

export const isNodeError = (error: unknown): error is NodeFailure | NodeRefusal =>
  error instanceof NodeFailure || error instanceof NodeRefusal

export function stalledText(error: unknown, urls: readonly [string, ...string[]]): NodeText {
  if (error instanceof NoNodeAnswers) return { id: 'no_answer', values: { host: error.host } }
  const detail = sentence(error instanceof Error ? error.message : String(error))
  // With several nodes, the one that failed is not known.
  return isNodeError(error) && urls.length === 1
    ? { id: 'unreadable', values: { host: getUrlHost(urls[0]), detail } }
    : { id: 'failed', values: { detail } }
}

export function asStartError(error: NodeFailure | NodeRefusal): IndexError {
  const isGarbage = error instanceof NodeRefusal || error.kind === 'garbage'
  return new IndexError(isGarbage ? 'not_ethereum' : 'no_node', sentence(error.message), error)
}
