/** A core's process with a simulated bug: it dies while it reads a certain response. */
const parse = JSON.parse.bind(JSON)
JSON.parse = (text: string, reviver?: Parameters<typeof JSON.parse>[1]) => {
  if (text.startsWith('{"items":[') && text.includes('"deadly"')) process.kill(process.pid, 'SIGKILL')
  return parse(text, reviver) as unknown
}
export {}

await import('../core-entry.ts')
