/** Storage layouts that the person gave, by contract: they name its storage wherever it is shown, until the window is closed. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { MAX_LAYOUT_LENGTH } from '#shared/rpc/contract/contracts.ts'

export interface GivenLayout {
  readonly source: string
  readonly address: string
  readonly name: string
  readonly text: string
  /** Whether a core has read it: only then is it asked with for other things than its contract. */
  readonly isRead: boolean
}

/** One request has all of them, so together they may be as long as one layout. */
const MAX_GIVEN = 20

export const useLayouts = defineStore('layouts', () => {
  /** The latest is first. */
  const given = shallowRef<readonly GivenLayout[]>([])
  const isOf = (source: string, address: string) => (one: GivenLayout) =>
    one.source === source && one.address === address.toLowerCase()
  return {
    of: (source: string, address: string) => given.value.find(isOf(source, address)),
    readOfSource: (source: string) => given.value.filter((one) => one.source === source && one.isRead),
    give(layout: Omit<GivenLayout, 'isRead'>) {
      let left = MAX_LAYOUT_LENGTH
      const address = layout.address.toLowerCase()
      const isThis = isOf(layout.source, address)
      const others = given.value.filter((one) => !isThis(one))
      given.value = [{ ...layout, address, isRead: false }, ...others]
        .slice(0, MAX_GIVEN)
        .filter(({ text }) => (left -= text.length) >= 0)
    },
    setRead(layout: GivenLayout) {
      given.value = given.value.map((one) => (one === layout ? { ...one, isRead: true } : one))
    },
    takeBack(layout: GivenLayout) {
      given.value = given.value.filter((one) => one !== layout)
    },
  }
})
