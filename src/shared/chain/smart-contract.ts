import * as z from 'zod/mini'
import { implementation, withImplementations } from './address.ts'
import { flag, maybe, record, text } from './fields.ts'

/**
 * `/smart-contracts/{hash}`: a contract's code and verification. A neighbour of the specification. The ABI is null for an
 * unverified contract. It and the other sources stay unchanged: a decoder reads them item by item, and one file that can't be
 * read does not take the names of calls with it.
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
    source_code: maybe(text),
    file_path: maybe(text),
    additional_sources: maybe(z.unknown()),
    optimization_runs: maybe(z.unknown()),
    evm_version: maybe(text),
    license_type: maybe(text),
    verified_at: maybe(text),
    /** As the compiler writes it. */
    storage_layout: maybe(z.unknown()),
  }),
)
export type SmartContract = z.infer<typeof smartContract>
