import type { Source } from '#shared/source.ts'

/** What a key belongs to: an instance, or an account. */
export interface KeyHolder {
  readonly id: string
  readonly baseUrl: string
}

/** Of a chain of an account, the account. Undefined for a service of ours, which needs no key. */
export function keyHolderOf(source: Source): KeyHolder | undefined {
  switch (source.kind) {
    case 'sample':
    case 'node':
      return undefined
    case 'instance':
      return { id: source.id, baseUrl: source.baseUrl }
    case 'pro':
      return { id: source.account, baseUrl: source.baseUrl }
  }
}
