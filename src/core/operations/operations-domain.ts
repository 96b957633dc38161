import type { operationCalls } from '#shared/rpc/contract/operations.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { readOperations, type OperationsDeps } from './read-operations.ts'

/** The calls `operations.*`. */
export const operationsDomain = (deps: OperationsDeps) => ({
  handlers: {
    'operations.read': (request, context) => readOperations(deps, request, context),
  } satisfies Pick<Handlers, keyof typeof operationCalls>,
})
