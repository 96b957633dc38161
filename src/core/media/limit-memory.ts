const HEADER_BYTES = 8
const MEMORY_SECTION = 5

/**
 * Limits the memory of a WebAssembly module, in pages of 64 KiB: allocations beyond it fail. A thread's own limits do
 * not count it. Throws if the module does not have exactly one memory of its own.
 */
export function limitMemory(module: Uint8Array, maxPages: number): Uint8Array<ArrayBuffer> {
  let at = HEADER_BYTES
  while (at < module.length) {
    const id = module[at]
    const size = readNumber(module, at + 1)
    const end = size.end + size.value
    if (id === MEMORY_SECTION) {
      const count = readNumber(module, size.end)
      const least = readNumber(module, count.end + 1)
      if (count.value !== 1) break
      const content = [1, 1, ...writeNumber(least.value), ...writeNumber(maxPages)]
      return Buffer.concat([
        module.subarray(0, at),
        Uint8Array.from([MEMORY_SECTION, ...writeNumber(content.length), ...content]),
        module.subarray(end),
      ])
    }
    at = end
  }
  throw new Error('This is no WebAssembly module with one memory of its own.')
}

/** LEB128. */
function readNumber(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let [value, end] = [0, start]
  for (let factor = 1; ; factor *= 128) {
    const byte = bytes[end] ?? 0
    end += 1
    value += (byte & 127) * factor
    if (byte < 128) return { value, end }
  }
}

function writeNumber(value: number): number[] {
  const low = value % 128
  return value < 128 ? [low] : [low | 128, ...writeNumber(Math.floor(value / 128))]
}
