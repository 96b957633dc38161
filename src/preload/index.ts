/** The bridge: it sends and receives texts, and nothing else, also for a compromised page. The core checks them. */
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
