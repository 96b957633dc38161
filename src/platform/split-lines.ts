/**
 * Returns a function that takes a stream's bytes as they arrive and passes on each whole line as text, without its
 * end. It returns false at a line longer than `maxBytes`: the stream can't be read further.
 */
export function createLineSplitter(
  maxBytes: number,
  onLine: (line: string) => void,
): (bytes: Buffer) => boolean {
  let parts: Buffer[] = []
  let length = 0
  return (bytes) => {
    let from = 0
    for (;;) {
      const end = bytes.indexOf(0x0a, from)
      const part = bytes.subarray(from, end < 0 ? undefined : end)
      length += part.length
      if (length > maxBytes) return false
      parts.push(part)
      if (end < 0) return true
      const line = Buffer.concat(parts).toString()
      parts = []
      length = 0
      from = end + 1
      onLine(line)
    }
  }
}
