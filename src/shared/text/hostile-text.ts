/** Control characters and those that change the direction of what follows: U+202A.., U+2066.., marks, zero widths. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g

/**
 * A name from a chain as one short line. Anyone can write anything there, so what can't be seen goes (a hidden character
 * makes one name look like another) and what is endless is cut. The drawer and raw JSON have it as it came.
 */
export function plainName(name: string, most = 80): string {
  const plain = name
    .slice(0, 4 * most)
    .replace(UNSEEN, '')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain
}
