/** Tests sizes of files from real encoders, which Chromium confirms. */
import { expect, test } from 'vitest'
import { readImageSize } from './image-size.ts'

/** 40 x 30 pixels, of libavif with libaom (@jsquash/avif 2.1.1). */
const AVIF = Buffer.from(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAEYAAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAACgAAAAeAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQAMAAAAABNjb2xybmNseAACAAIABoAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAAE5tZGF0EgAKCRgVJ+sECAgaEDI3GwAaaaaEAPEy40nydQYYRODne5qIX4VlN0gZPa6oRLQMF2gcnjrAXnjKeh2jMOyPyitf4g6MkA==',
  'base64',
)

test('an AVIF of libavif', () => {
  expect(readImageSize('image/avif', AVIF)).toEqual({ width: 40, height: 30 })
})

test('an AVIF that says it is smaller than its frames', () => {
  const lying = Buffer.from(AVIF)
  const at = lying.indexOf('ispe') + 8
  lying.writeUInt32BE(1, at)
  lying.writeUInt32BE(1, at + 4)
  expect(readImageSize('image/avif', lying)).toEqual({ width: 40, height: 30 })
})

test('an AVIF that is cut anywhere', () => {
  for (let length = 0; length < AVIF.length; length += 1)
    expect(readImageSize('image/avif', AVIF.subarray(0, length)) ?? { width: 40 }).toMatchObject({
      width: 40,
    })
})
