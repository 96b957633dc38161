/** Describes the result of a function call that returned no values. */
import { describeError } from '../abi/error-text.ts'
import type { ReadResult } from '../rpc/contract/contracts.ts'
import { $gettext, $ngettext } from '../text/gettext.ts'

export function describeRead(result: Exclude<ReadResult, { readonly outcome: 'values' }>): string {
  switch (result.outcome) {
    case 'reverted':
      if (result.decoded) return $gettext('Reverted: %{error}', { error: describeError(result.decoded) })
      return result.bytes > 0
        ? $gettext('Reverted with %{data}', { data: cut(result.data) })
        : $gettext('Reverted without saying why: “%{words}”', { words: result.serverMessage })
    case 'unfit':
      return $ngettext(
        'What came back is not of these types: %{count} byte, %{data}',
        'What came back is not of these types: %{count} bytes, %{data}',
        result.bytes,
        { count: result.bytes, data: cut(result.data) },
      )
    case 'untyped':
      if (result.bytes === 0) return $gettext('Nothing came back.')
      return $ngettext(
        '%{count} byte came back, of types that are not known: %{data}',
        '%{count} bytes came back, of types that are not known: %{data}',
        result.bytes,
        { count: result.bytes, data: cut(result.data) },
      )
    case 'no_data':
      return $gettext('Nothing came back: there is no code here, or it has no such function.')
    case 'too_large':
      return $gettext('What came back is too large: more than %{count} MB.', {
        count: Math.floor(result.maxBytes / 1024 / 1024),
      })
    case 'timeout':
      return $gettext('No answer within %{count} s.', { count: result.seconds })
    case 'refused':
      return $gettext('The node refuses: “%{words}”', { words: result.serverMessage })
    case 'not_asked':
      return result.problem
  }
}

const MAX_SHOWN = 138
const cut = (data: string) => (data.length > MAX_SHOWN ? `${data.slice(0, MAX_SHOWN)}…` : data)
