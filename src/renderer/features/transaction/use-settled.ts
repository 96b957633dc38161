import { onScopeDispose, readonly, shallowReadonly, shallowRef, watch, type Ref } from 'vue'
import type { Transaction } from '#shared/chain/transaction.ts'

/** A person notices that a page waits from about here on. */
const MAX_WAIT_MS = 400

/** Becomes settled with the transaction; without it once it is not loading any more, or after a moment. */
export function useSettled(transaction: Ref<Transaction | undefined>, loading: Ref<boolean>) {
  const isSettled = shallowRef(false)
  /** Undefined also where the transaction came too late. */
  const settledWith = shallowRef<Transaction>()
  function settle() {
    if (isSettled.value) return
    settledWith.value = transaction.value
    isSettled.value = true
  }
  const timer = setTimeout(settle, MAX_WAIT_MS)
  onScopeDispose(() => {
    clearTimeout(timer)
  })
  watch(
    () => transaction.value !== undefined || !loading.value,
    (isKnown) => {
      if (isKnown) settle()
    },
    { immediate: true },
  )
  return { isSettled: readonly(isSettled), settledWith: shallowReadonly(settledWith) }
}
