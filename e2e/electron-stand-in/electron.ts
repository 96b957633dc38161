/** The module the built app gets for `import 'electron'`: what Chainglass uses of it, and nothing more. */
export { app } from './app.ts'
export { BrowserWindow } from './browser-window.ts'
export { ipcMain } from './ipc-main.ts'
export { Menu, MenuItem } from './menu.ts'
export { protocol, session } from './protocol.ts'
export {
  clipboard,
  dialog,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  safeStorage,
  screen,
  shell,
} from './system.ts'
export { utilityProcess } from './utility-process.ts'
export { WebContents as webContents } from './web-contents.ts'
