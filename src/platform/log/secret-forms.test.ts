import { expect, it } from 'vitest'
import { removeSecrets } from './remove-secrets.ts'
import { secretForms } from './secret-forms.ts'

const SECRET = 'proapi_Zk81/QmN4+x7?L"T2>aa'

it.each([
  ['as it is', SECRET],
  ['in a URL', `https://x.example/?k=${encodeURIComponent(SECRET)}`],
  ['in a URL, in lower case', encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase())],
  ['in JSON', JSON.stringify({ a: SECRET })],
  ['in JSON with its slashes escaped', JSON.stringify({ a: SECRET }).replaceAll('/', '\\/')],
  ['in hex', Buffer.from(SECRET).toString('hex')],
  ['in hex, in upper case', Buffer.from(SECRET).toString('hex').toUpperCase()],
  ...['', 'a', 'ab', 'Bearer ', 'user:'].flatMap((before): [string, string][] => [
    [`in base64 after "${before}"`, Buffer.from(`${before}${SECRET} and more`).toString('base64')],
    [`in base64url after "${before}"`, Buffer.from(`${before}${SECRET}`).toString('base64url')],
  ]),
])('a secret is taken out %s', (_, text) => {
  const clean = removeSecrets(text, [SECRET])
  expect(clean).toContain('[key]')
  for (const form of secretForms(SECRET)) expect(clean).not.toContain(form)
})

it.each(['abc123', SECRET, 'x'.repeat(512)])('a secret is taken out wherever it stands: %s', (secret) => {
  for (const form of secretForms(secret))
    for (let before = 0; before < form.length + 8; before += 1)
      for (const filler of ['a', '\u0e40', form.slice(0, -1).slice(-5)]) {
        const text = `${filler.repeat(before)}${form}`
        expect(removeSecrets(text, [secret]).includes(form)).toBe(false)
        expect(removeSecrets(`${text}${filler}`, ['another one', secret]).includes(form)).toBe(false)
      }
})

it('a text without it is the same text', () => {
  const text = 'nothing in here: proapi_Zk81'
  expect(removeSecrets(text, [SECRET])).toBe(text)
})

it('a secret of a few characters would be found by chance, so it is not looked for', () => {
  expect(removeSecrets('a, b and root', ['a', 'root'])).toBe('a, b and root')
})
