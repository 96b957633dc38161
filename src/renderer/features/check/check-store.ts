import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { CheckedThing } from '#shared/rpc/contract/check.ts'

/** What a person wants to hold against a node. */
export interface AskedCheck {
  readonly source: string
  readonly thing: CheckedThing
}

export const useCheck = defineStore('check', () => {
  const asked = shallowRef<AskedCheck>()
  function ask(next: AskedCheck | undefined) {
    asked.value = next
  }
  return { asked, ask }
})
