/** Finds the stored lists for a request that names several addresses. */
import { isInChainOrder } from '#shared/lists/merged-lists.ts'
import { membersOf } from '#core/archive/members-of.ts'
import type { ListRequest } from './list-name.ts'

/** No list has a path parameter of this name. */
const OTHERS = 'others'

/**
 * For rows in the chain's order, the list of each address. Otherwise one combined list: the holdings of several
 * addresses in one token are one row of it. The same addresses name the same lists. Throws `invalid_input`.
 */
export function namedLists<Request extends ListRequest>({
  others,
  ...request
}: Request & { readonly others?: readonly string[] | undefined }) {
  if (!others) return [request]
  const members = membersOf({ ...request, others })
  if (isInChainOrder(request.list)) return members.map((member) => listOfMember(request, member))
  const [first = '', ...more] = members
  return [{ ...request, params: { address_hash: first, [OTHERS]: more.join() } as Record<string, string> }]
}

export const listOfMember = <Request extends ListRequest>(request: Request, member: string) => ({
  ...request,
  params: { address_hash: member } as Record<string, string>,
})

/** The addresses of a combined list, in lower case. */
export const membersIn = ({ params }: Pick<ListRequest, 'params'>): readonly string[] | undefined =>
  params[OTHERS] === undefined
    ? undefined
    : [params.address_hash ?? '', ...params[OTHERS].split(',')].filter((member) => member !== '')

/** The parameters that the source knows. */
export function ownParams(params: ListRequest['params']): ListRequest['params'] {
  const { [OTHERS]: _, ...own } = params
  return own
}
