/** Says what an ABI that a person gives has for the call, log or error in front of them. */
import { readableSignature, selectorOf, type AbiItem } from '#shared/abi/abi-item.ts'
import {
  decodeError,
  decodeLog,
  nameCall,
  type CallData,
  type ErrorData,
  type LogData,
} from '#shared/abi/decode.ts'
import { readAbiFile } from '#shared/abi/read-abi-file.ts'
import { $gettext } from '#shared/text/gettext.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'

/** A call, log or error that an ABI may name. */
export type Unnamed = CallData | LogData | ErrorData

export function describeFit(text: string, of: Unnamed): string {
  const items = readAbiFile(text)
  if (items.length === 0) return $gettext('No signature can be read from this file.')
  if ('topics' in of) return describeEvent(items, of)
  return 'input' in of ? describeCall(items, of) : describeError(items, of)
}

const candidatesOf = (item: AbiItem) => () => [{ item, origin: 'own' as const, from: '', isCertain: true }]

function describeCall(items: readonly AbiItem[], { to, input }: CallData): string {
  const selector = input.slice(0, 10).toLowerCase()
  const item = items.find((one) =>
    to === null ? one.kind === 'constructor' : one.kind === 'function' && selectorOf(one) === selector,
  )
  // Where the arguments of a creation begin is not known here.
  if (to === null)
    return item
      ? $gettext('It has a constructor: %{signature}', { signature: readableSignature(item) })
      : $gettext('It has no constructor.')
  if (!item) return $gettext('It has nothing for the selector of this call, %{selector}.', { selector })
  const signature = readableSignature(item)
  return nameCall({ to, input }, candidatesOf(item))
    ? $gettext('It names this call: %{signature}', { signature })
    : $gettext('It has %{signature}, but the input of this call is not of these types.', { signature })
}

/** Events that differ only in what is indexed have one topic. */
function describeEvent(items: readonly AbiItem[], log: LogData): string {
  const topic = log.topics[0]?.toLowerCase() ?? ''
  const events = items.filter((one) => one.kind === 'event' && selectorOf(one) === topic)
  const item = events.find((one) => decodeLog(log, candidatesOf(one)))
  if (item) return $gettext('It names this event: %{signature}', { signature: readableSignature(item) })
  const [other] = events
  return other
    ? $gettext('It has %{signature}, but this log is not of these types.', {
        signature: readableSignature(other),
      })
    : $gettext('It has nothing for this event, %{topic}.', { topic: shortenHash(topic) })
}

function describeError(items: readonly AbiItem[], error: ErrorData): string {
  const selector = error.data.slice(0, 10).toLowerCase()
  const item = items.find((one) => one.kind === 'error' && selectorOf(one) === selector)
  if (!item) return $gettext('It has nothing for this error, %{selector}.', { selector })
  const signature = readableSignature(item)
  return decodeError(error, candidatesOf(item))
    ? $gettext('It names this error: %{signature}', { signature })
    : $gettext('It has %{signature}, but this error is not of these types.', { signature })
}
