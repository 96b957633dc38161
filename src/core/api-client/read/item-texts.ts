/** Cuts the text of a response at the bounds of its items. */
import { endOfText } from '#shared/lossless-json.ts'

/**
 * The items of the list under `items`, each as it is written; empty if there is no such list. Of members of the same
 * name the last counts, as in `JSON.parse`. `text` is valid JSON.
 */
export function itemTexts(text: string): readonly string[] {
  let texts: string[] = []
  let level = 0
  /** The last string of the outermost object: the name of the member, where a colon follows. */
  let name = ''
  let start: number | undefined
  let isInItems = false
  const endItem = (at: number) => {
    const item = text.slice(start, at).trim()
    if (item !== '') texts.push(item)
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') {
      const end = endOfText(text, at)
      if (level === 1) name = text.slice(at, end + 1)
      at = end
    } else if (sign === ':' && level === 1) {
      isInItems = JSON.parse(name) === 'items'
      if (isInItems) texts = []
    } else if (sign === '{' || sign === '[') {
      level += 1
      if (level === 2 && isInItems && sign === '[') start = at + 1
    } else if (sign === '}' || sign === ']') {
      if (level === 2 && start !== undefined) {
        endItem(at)
        start = undefined
      }
      level -= 1
    } else if (sign === ',' && level === 2 && start !== undefined) {
      endItem(at)
      start = at + 1
    }
  }
  return texts
}
