/** Runs before each browser test file: loads the styles of the window and checks that the page is clean. */
import '#renderer/app/styles/fonts.css'
import '#renderer/app/styles/tokens.css'
import '#renderer/app/styles/base.css'
import '#renderer/app/styles/parts.css'
import './test-host.css'
import { disableAutoUnmount, enableAutoUnmount } from '@vue/test-utils'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { beginFile, endFile } from './shared-page.ts'

// Removes the hook of the file before.
disableAutoUnmount()
enableAutoUnmount(afterEach)
beforeAll(beginFile)
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  expect(endFile(), 'left in the page').toEqual([])
})
