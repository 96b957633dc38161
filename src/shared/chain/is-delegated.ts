import type { AddressDetail } from './address.ts'

/** Whether it is an account that runs the code of a contract (EIP-7702), rather than a contract. */
export const isDelegated = ({ proxy_type: type }: AddressDetail): boolean => type === 'eip7702'
