/** How the domains of the core are started, closed and put together. */
import type { Handlers, Streams } from '#shared/rpc/server.ts'

/** A domain answers some calls and events of the contract, and gives others what they need of it. */
export interface Domain {
  readonly handlers?: Partial<Handlers>
  readonly streams?: Partial<Streams>
  readonly close?: () => void
}

/** Remembers what was started: all of it is closed in the reverse order, whatever one of them throws. */
export function createStarter() {
  const closers: (() => void)[] = []
  return {
    start<D extends Domain>(this: void, domain: D): D {
      if (domain.close) closers.push(domain.close)
      return domain
    },
    /** Throws what was thrown first, once all are closed. */
    close(this: void) {
      const errors: unknown[] = []
      for (const close of closers.splice(0).reverse()) {
        try {
          close()
        } catch (error) {
          errors.push(error)
        }
      }
      if (errors.length > 0) throw errors[0]
    },
  }
}

type Part = 'handlers' | 'streams'
type PartOf<D, P extends Part> = D extends Readonly<Record<P, infer Found>> ? Found : never
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void
  ? All
  : never

/** Exactly what the domains have: a call that none of them answers is missing in the type. */
export const handlersOf = <const D extends readonly Domain[]>(domains: D) =>
  merge(domains, 'handlers') as Intersection<PartOf<D[number], 'handlers'>>

export const streamsOf = <const D extends readonly Domain[]>(domains: D) =>
  merge(domains, 'streams') as Intersection<PartOf<D[number], 'streams'>>

/** Throws where two domains answer the same. */
function merge(domains: readonly Domain[], part: Part): object {
  const entries = domains.flatMap((domain) => Object.entries(domain[part] ?? {}))
  const names = entries.map(([name]) => name)
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined) throw new Error(`Two domains answer ${twice}.`)
  return Object.fromEntries(entries)
}
