/** The handlers of the contract for lists of signatures. */
import type { signatureCalls } from '#shared/rpc/contract/signatures.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { SignatureLists } from './signature-lists.ts'

export const signatureListHandlers = (
  lists: SignatureLists,
): Pick<Handlers, keyof typeof signatureCalls> => ({
  'signatures.begin': ({ name, bytes }) => ({ token: lists.begin(name, bytes) }),
  'signatures.append': ({ token, part }) => {
    lists.append(token, Buffer.from(part, 'base64'))
    return null
  },
  'signatures.finish': ({ token }, { signal }) => lists.finish(token, signal),
  'signatures.remove': ({ id }) => {
    lists.remove(id)
    return null
  },
})

export const signatureListStreams = (lists: SignatureLists): Pick<Streams, 'signatures.changed'> => ({
  'signatures.changed': (_, emit) => {
    emit(lists.list())
    return lists.onChange(emit)
  },
})
