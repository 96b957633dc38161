import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { HostPort, PortStatus } from '#renderer/app/ports/host-port.ts'

/** How the way to the core is, for the band that says so. */
export const useConnection = defineStore('connection', () => {
  const status = ref<PortStatus>({ state: 'connecting' })
  let port: HostPort | undefined

  function follow(of: HostPort) {
    port = of
    of.onStatus((next) => {
      status.value = next
    })
  }
  return { status, follow, retryNow: () => port?.retryNow() }
})
