/** Finds what an ABI that a person gives says of the call in front of them. */
import { readableSignature, selectorOf } from '#shared/abi/abi-item.ts'
import { readAbiFile } from '#shared/abi/read-abi-file.ts'

/** The signature of the function with the selector, or of the constructor for null; undefined if it has none. */
export function fittingSignature(text: string, selector: string | null): string | undefined {
  const found = readAbiFile(text).find((item) =>
    item.kind === 'constructor'
      ? selector === null
      : item.kind === 'function' && selectorOf(item) === selector,
  )
  return found && readableSignature(found)
}
