/** Says what an ABI that a person gives has for the call in front of them. */
import { readableSignature, selectorOf } from '#shared/abi/abi-item.ts'
import { nameCall, type CallData } from '#shared/abi/decode.ts'
import { readAbiFile } from '#shared/abi/read-abi-file.ts'
import { $gettext } from '#shared/text/gettext.ts'

export function describeFit(text: string, { to, input }: CallData): string {
  const items = readAbiFile(text)
  if (items.length === 0) return $gettext('No signature can be read from this file.')
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
  return nameCall({ to, input }, () => [{ item, origin: 'own', from: '', isCertain: true }])
    ? $gettext('It names this call: %{signature}', { signature })
    : $gettext('It has %{signature}, but the input of this call is not of these types.', { signature })
}
