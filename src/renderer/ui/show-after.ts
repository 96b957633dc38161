import { inject, type InjectionKey } from 'vue'

export const showAfterKey: InjectionKey<(answer: Promise<unknown>) => void> = Symbol('showAfter')

/**
 * Keeps the page around this component back until `answer` is there: its height is not known before. On a page that does
 * not provide it, nothing waits.
 */
export function showAfter(answer: Promise<unknown>): void {
  inject(showAfterKey, undefined)?.(answer)
}
