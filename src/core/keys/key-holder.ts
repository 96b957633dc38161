import type { Source } from '#shared/source.ts'

/** The owner of a key: an instance, or an account. */
export interface KeyHolder {
  readonly id: string
  readonly baseUrl: string
}

/** For a chain of an account, the account. Undefined for our own service, which needs no key. */
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
