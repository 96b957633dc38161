const MIN_SPLIT_LENGTH = 15
const TAIL = /^(.*\S)(\s*.{6})$/su

/**
 * A long name in two parts: where there is no room, the first is cut and the last is not, because names of one owner
 * often differ only there. Undefined for a name that is short, or whose end can't be taken off or is cut already.
 */
export function splitName(name: string): readonly [head: string, tail: string] | undefined {
  if (name.length < MIN_SPLIT_LENGTH || name.endsWith('…')) return undefined
  const [, head, tail] = TAIL.exec(name) ?? []
  return head === undefined || tail === undefined || /^[\p{M}\u200d]/u.test(tail) ? undefined : [head, tail]
}

/** A text cut in its middle to `maxLength` characters. */
export function cutMiddle(text: string, maxLength: number): string {
  const characters = Array.from(text)
  if (characters.length <= maxLength) return text
  const tail = Math.floor((maxLength - 1) / 2)
  return `${characters.slice(0, maxLength - 1 - tail).join('')}…${tail > 0 ? characters.slice(-tail).join('') : ''}`
}
