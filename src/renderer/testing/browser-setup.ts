/** Runs before every browser test file: the styles of the window, and zod as the window has it. */
import '#renderer/app/zod-without-eval.ts'
import '#renderer/app/styles/fonts.css'
import '#renderer/app/styles/tokens.css'
import '#renderer/app/styles/base.css'
import '#renderer/app/styles/parts.css'
import './test-host.css'
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach } from 'vitest'

enableAutoUnmount(afterEach)
