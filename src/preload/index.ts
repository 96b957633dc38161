/** The bridge: texts in, texts out. What they mean is checked by the core; a compromised page can send nothing else. */
import { contextBridge, ipcRenderer } from 'electron'

contextBridge.exposeInMainWorld('chainglass', {
  send: (message: string) => {
    ipcRenderer.send('chainglass', String(message))
  },
  onMessage: (listener: (message: string) => void) => {
    ipcRenderer.on('chainglass', (_event, message: string) => {
      listener(message)
    })
  },
})
