/** The window's address shortener (address-shortener.ts). */
import { AddressShortener } from './address-shortener.ts'

const shortener = new AddressShortener()

/**
 * An address without its middle. Call it while rendering: the calling effect runs again when the short form has to
 * become longer.
 */
export const shortenAddress = (address: string): string => shortener.shorten(address)

export const keepAddressesApart = (addresses: Iterable<string>): void => {
  shortener.keepApart(addresses)
}
