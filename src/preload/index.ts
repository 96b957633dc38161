/** The bridge: it only sends and receives texts, also for a compromised page. The core validates them. */
import { contextBridge, ipcRenderer } from 'electron'

contextBridge.exposeInMainWorld('chainglass', {
  send: (message: unknown) => {
    ipcRenderer.send('chainglass', String(message))
  },
  onMessage: (listener: (message: string) => void) => {
    ipcRenderer.on('chainglass', (_event, message: string) => {
      listener(message)
    })
  },
})
