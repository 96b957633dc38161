import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { CheckedThing } from '#shared/rpc/contract/check.ts'

/** The thing that a person wants to compare with a node. */
export interface CheckRequest {
  readonly source: string
  readonly thing: CheckedThing
}

export const useCheck = defineStore('check', () => {
  const asked = shallowRef<CheckRequest>()
  function ask(next: CheckRequest | undefined) {
    asked.value = next
  }
  return { asked, ask }
})
