/** Parts of a page in Markdown. */
export const flat = (text: string) => text.replace(/\s+/g, ' ').trim()
export const code = (text: string) => (text === '' ? '' : `\`${text}\``)
export const block = (text: string) => `\`\`\`\n${text.replace(/^\n+|\n+$/g, '')}\n\`\`\``
export const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n') + '\n'
export const MADE = 'Made from the code by `npm run reference`.'

export const page = (parts: readonly string[]) => parts.map((part) => part.trimEnd()).join('\n\n') + '\n'
