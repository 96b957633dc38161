import { expect, test } from 'vitest'
import { describeError } from './describe-error.ts'

test.each([
  [undefined, 'Are you online?'],
  ['no_network', 'There is no network. Are you online?'],
  ['lookup_failed', 'The name of the host could not be looked up. Are you online?'],
  ['host_not_found', 'No host of this name was found. Look at how its name is written.'],
  ['connection_refused', 'Nothing responds at this address. Is it running, and is the port right?'],
  [
    'certificate_untrusted',
    'The secure connection could not be made: this computer does not trust whoever signed the certificate. Add it to what this computer trusts, if it is your own.',
  ],
] as const)('a host that can’t be reached, because of %s, says what to do', (reason, text) => {
  expect(describeError({ code: 'offline', host: 'eth.example', reason })).toMatchObject({
    title: 'eth.example can’t be reached.',
    text,
  })
})
