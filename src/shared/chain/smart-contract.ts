import * as z from 'zod/mini'
import { implementation, withImplementations } from './address.ts'
import { flag, maybe, record, text } from './fields.ts'

/**
 * `/smart-contracts/{hash}`: a contract's code and verification. A neighbour of the specification. The ABI is null
 * for an unverified contract. It stays unchanged: a decoder reads it item by item.
 */
export const smartContract = z.pipe(
  z.transform(withImplementations),
  record({
    name: maybe(text),
    abi: maybe(z.unknown()),
    is_verified: maybe(flag),
    is_partially_verified: maybe(flag),
    proxy_type: maybe(text),
    implementations: maybe(z.array(implementation)),
    language: maybe(text),
    compiler_version: maybe(text),
    deployed_bytecode: maybe(text),
    constructor_args: maybe(text),
  }),
)
export type SmartContract = z.infer<typeof smartContract>
