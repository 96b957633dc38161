/** The one place that shortens addresses: address-shortener.ts says how. */
import { AddressShortener } from './address-shortener.ts'

const shortener = new AddressShortener()

/** An address, its middle left out. Read it where it is drawn, and it is drawn again when it has to become longer. */
export const shortenAddress = (address: string): string => shortener.shorten(address)

export const keepAddressesApart = (addresses: Iterable<string>): void => {
  shortener.keepApart(addresses)
}
