/** The picture of an address: 6 by 6, mirrored, two colours on a ground. The same address always looks the same. */
export interface IdenticonPicture {
  readonly ground: string
  readonly first: { readonly path: string; readonly fill: string }
  readonly second: { readonly path: string; readonly fill: string }
}

/** It takes a microsecond: less than a cache would be worth. */
export function identicon(address: string): IdenticonPicture {
  let seed = 0
  for (const char of address.toLowerCase()) seed = (Math.imul(seed, 31) + char.charCodeAt(0)) >>> 0
  const hue = seed % 360
  let first = ''
  let second = ''
  for (let y = 0; y < 6; y++) {
    for (let x = 0; x < 3; x++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      const level = seed >>> 28
      if (level <= 6) continue
      const cells = `M${String(x)} ${String(y)}h1v1h-1zM${String(5 - x)} ${String(y)}h1v1h-1z`
      if (level > 11) second += cells
      else first += cells
    }
  }
  return {
    ground: `oklch(.46 .13 ${String(hue)})`,
    first: { path: first, fill: `oklch(.72 .12 ${String(hue)})` },
    second: { path: second, fill: `oklch(.9 .12 ${String((hue + 40) % 360)})` },
  }
}
