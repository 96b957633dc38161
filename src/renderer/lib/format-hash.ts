/** `0xd8dA6BF2…96045` becomes `0xd8dA…6045`; a short text stays as it is. */
export function shortenHash(hash: string, head = 6, tail = 4): string {
  return hash.length > head + tail + 1 ? `${hash.slice(0, head)}…${hash.slice(-tail)}` : hash
}
