/** A number of a date or clock with at least two digits: `07`. */
export const twoDigits = (value: number | string): string => String(value).padStart(2, '0')
