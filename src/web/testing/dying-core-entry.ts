/** The core's process, as it would be with a fault that some answer brings out: it dies while it reads that one. */
const parse = JSON.parse.bind(JSON)
JSON.parse = (text: string, reviver?: Parameters<typeof JSON.parse>[1]) => {
  if (text.startsWith('{"items":[') && text.includes('"deadly"')) process.kill(process.pid, 'SIGKILL')
  return parse(text, reviver) as unknown
}
export {}

await import('../core-entry.ts')
