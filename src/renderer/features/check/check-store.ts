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
  /** By the source: the URL that was typed last. It may hold a secret, so that it is kept nowhere else. */
  const urls = new Map<string, string>()
  function ask(next: AskedCheck | undefined) {
    asked.value = next
  }
  return { asked, urls, ask }
})
