/** Storage layouts that the person gave, by contract: they name its storage wherever it is shown, until the window is closed. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { MAX_LAYOUT_LENGTH } from '#shared/rpc/contract/contracts.ts'

interface GivenLayout {
  readonly source: string
  readonly address: string
  readonly name: string
  readonly text: string
}

/** They are asked with together, so that all of them are no longer than one may be. */
const MAX_GIVEN = 20

export const useLayouts = defineStore('layouts', () => {
  /** The latest is first. */
  const given = shallowRef<readonly GivenLayout[]>([])
  const isOf = (source: string, address: string) => (one: GivenLayout) =>
    one.source === source && one.address === address.toLowerCase()
  const others = (source: string, address: string) => {
    const isThis = isOf(source, address)
    return given.value.filter((one) => !isThis(one))
  }
  return {
    of: (source: string, address: string) => given.value.find(isOf(source, address)),
    ofSource: (source: string) => given.value.filter((one) => one.source === source),
    give(layout: GivenLayout) {
      let left = MAX_LAYOUT_LENGTH
      const address = layout.address.toLowerCase()
      const all = [{ ...layout, address }, ...others(layout.source, address)]
      given.value = all.slice(0, MAX_GIVEN).filter(({ text }) => (left -= text.length) >= 0)
    },
    takeBack(source: string, address: string) {
      given.value = others(source, address)
    },
  }
})
