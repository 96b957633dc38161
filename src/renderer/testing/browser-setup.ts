/** Runs before every browser test file: the styles of the window, and a page as it was at first. */
import '#renderer/app/styles/fonts.css'
import '#renderer/app/styles/tokens.css'
import '#renderer/app/styles/base.css'
import '#renderer/app/styles/parts.css'
import './test-host.css'
import { disableAutoUnmount, enableAutoUnmount } from '@vue/test-utils'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { beginFile, endFile } from './shared-page.ts'

// That of the file before.
disableAutoUnmount()
enableAutoUnmount(afterEach)
beforeAll(beginFile)
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  expect(endFile(), 'left in the page').toEqual([])
})
