/** The calls that ask for an approval and that end it. */
import type { Pair } from './approval-events.ts'
import { addressWord, numberWord } from '#shared/abi/words.ts'

const call = (selector: string, ...words: readonly string[]) => `0x${selector}${words.join('')}`
const ALLOWANCE = 'dd62ed3e'

/** Asks the token, or Permit2, whether the approval is open. */
export function askingCall({ kind, token, spender, via, id }: Pair, owner: string) {
  switch (kind) {
    case 'amount':
      return { to: token, data: call(ALLOWANCE, addressWord(owner), addressWord(spender)) }
    case 'nft':
      return { to: token, data: call('081812fc', numberWord(id ?? '0')) }
    case 'collection':
      return { to: token, data: call('e985e9c5', addressWord(owner), addressWord(spender)) }
    case 'permit2': {
      const words = [owner, token, spender].map(addressWord)
      return { to: via ?? token, data: call('927da105', ...words) }
    }
  }
}

/** Ends the approval, sent by the owner. */
export function endingCall({ kind, token, spender, via, id }: Pair) {
  const nothing = numberWord(0n)
  switch (kind) {
    case 'amount':
      return { to: token, data: call('095ea7b3', addressWord(spender), nothing) }
    case 'nft':
      return { to: token, data: call('095ea7b3', nothing, numberWord(id ?? '0')) }
    case 'collection':
      return { to: token, data: call('a22cb465', addressWord(spender), nothing) }
    case 'permit2': {
      const words = [token, spender].map(addressWord)
      return { to: via ?? token, data: call('87517c45', ...words, nothing, nothing) }
    }
  }
}

export const balanceCall = (token: string, owner: string) => ({
  to: token,
  data: call('70a08231', addressWord(owner)),
})
export const allowanceCall = (token: string, owner: string, spender: string) => ({
  to: token,
  data: call(ALLOWANCE, addressWord(owner), addressWord(spender)),
})
export const ownerCall = (token: string, id: string) => ({
  to: token,
  data: call('6352211e', numberWord(id)),
})
export const supplyCall = (token: string) => ({ to: token, data: call('18160ddd') })
export const decimalsCall = (token: string) => ({ to: token, data: call('313ce567') })
export const symbolCall = (token: string) => ({ to: token, data: call('95d89b41') })
