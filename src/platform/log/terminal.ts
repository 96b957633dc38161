/**
 * The one way to a terminal. What is written holds the words of nodes, servers and chains: nothing in them may move the
 * cursor, set the clipboard (OSC 52), turn the text around, or pass for a line of ours.
 */
import { replaceInvisible } from '#shared/text/hostile-text.ts'

/** A text of a stranger for a terminal: one line. */
export const terminalText = (text: string): string => replaceInvisible(text.toWellFormed(), '�')

/** A line for the person; of ours, so it may have line breaks: what follows one is set in. */
export function writeLine(line: string, to: 'stdout' | 'stderr' = 'stdout'): void {
  process[to].write(`${line.split('\n').map(terminalText).join('\n')}\n`)
}

/** A line of the log, on stderr. A line break in it begins no line that could pass for another. */
export function logToTerminal(line: string): void {
  writeLine(line.replaceAll(/\r?\n/g, '\n    '), 'stderr')
}
