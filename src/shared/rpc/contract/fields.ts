/** Fields that several parts of the contract have. A wrong one is told by its format: `format_expected`. */
import * as z from 'zod/mini'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import type { ExpectedFormat } from '../../errors/error-reasons.ts'

const formatted = (pattern: RegExp, format: ExpectedFormat) => z.string().check(z.regex(pattern, format))

export const address = formatted(PARAM_FORMATS.address.pattern, 'address')
/** Decimal, without leading zeros. */
export const chainId = formatted(/^[1-9]\d{0,77}$/, 'chainId')

/** The format that an issue of these schemas names. */
export const isFormat = (message: string | undefined): message is ExpectedFormat =>
  message === 'chainId' || (message !== undefined && Object.hasOwn(PARAM_FORMATS, message))
