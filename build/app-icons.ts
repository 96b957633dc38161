/** Puts the pictures that the main process shows beside its bundle: of its windows, and a mark on the icon in a taskbar. */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { png } from './icons.ts'

const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#e5484d"/></svg>'

export const appIcons: Plugin = {
  name: 'chainglass:app-icons',
  apply: 'build',
  generateBundle() {
    const icon = readFileSync(new URL('icon.svg', import.meta.url), 'utf8')
    this.emitFile({ type: 'asset', fileName: 'icon.png', source: png(icon, 256, 0) })
    this.emitFile({ type: 'asset', fileName: 'badge.png', source: png(MARK, 32, 0) })
  },
}
