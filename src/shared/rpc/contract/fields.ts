/**
 * Fields that several parts of the contract share. The error of an invalid field names its format: `format_expected`.
 */
import * as z from 'zod/mini'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import type { ExpectedFormat } from '../../errors/error-reasons.ts'

const formatted = (pattern: RegExp, format: ExpectedFormat) => z.string().check(z.regex(pattern, format))

export const address = formatted(PARAM_FORMATS.address.pattern, 'address')
export const transactionHash = formatted(PARAM_FORMATS.transaction.pattern, 'transaction')
/** Decimal, without leading zeros. */
export const chainId = formatted(/^[1-9]\d{0,77}$/, 'chainId')

/** Whether a schema issue's message is the name of a format. */
export const isFormat = (message: string | undefined): message is ExpectedFormat =>
  message === 'chainId' || (message !== undefined && Object.hasOwn(PARAM_FORMATS, message))
