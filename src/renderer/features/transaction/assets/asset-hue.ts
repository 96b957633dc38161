/** Hue of an asset's icon and bands, from 0 to 359; equal keys give equal hues. */
export function assetHue(key: string): number {
  if (key === 'coin') return 265
  let hash = 11
  for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) >>> 0
  return hash % 360
}
