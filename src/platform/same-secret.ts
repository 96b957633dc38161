import { createHash, timingSafeEqual } from 'node:crypto'

/** The one comparison of secrets: over digests and in constant time, so that its time reveals neither text nor length. */
export const isSameSecret = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

const digest = (text: string) => createHash('sha256').update(text).digest()
