/**
 * Writes all output to a terminal. It contains texts of nodes, servers and chains: these may not move the cursor, set
 * the clipboard (OSC 52), change the text's direction, or pass for a line of ours.
 */
import { replaceInvisible } from '#shared/text/hostile-text.ts'

/** A stranger's text for a terminal, as one line. */
export const terminalText = (text: string): string => replaceInvisible(text.toWellFormed(), '�')

/** Writes our own text for the person. It may have line breaks; continuation lines are indented. */
export function writeLine(line: string, to: 'stdout' | 'stderr' = 'stdout'): void {
  process[to].write(`${line.split('\n').map(terminalText).join('\n')}\n`)
}

/** Writes a line of the log to stderr. A line break in it can't begin a line that passes for another. */
export function logToTerminal(line: string): void {
  writeLine(line.replaceAll(/\r?\n/g, '\n    '), 'stderr')
}
