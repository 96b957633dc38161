/** Guards of keys and of secrets within URLs. */
import type { Guard } from './guard.ts'

const PLANTED_URL = 'src/host/planted-url.test.ts'

export const SECRET_GUARDS: readonly Guard[] = [
  {
    test: 'src/core/cases/planted-secrets.test.ts',
    title: 'no key, no secret of a URL',
    out: [
      [
        'src/core/cases/public-text.ts',
        'const line = (text: string) => removeSecrets(text, known)',
        'const line = (text: string) => text',
      ],
    ],
  },
  {
    test: 'src/core/keys/planted-key.test.ts',
    title: 'a planted key',
    out: [
      [
        'src/core/api-client/request/judge-response.ts',
        "removeSecrets(body.toString('utf8').replace(/^\\ufeff/, ''), secretsOf(request))",
        "body.toString('utf8').replace(/^\\ufeff/, '')",
      ],
    ],
  },
  {
    test: 'src/platform/log/secret-forms.test.ts',
    title: 'a secret is taken out',
    out: [['src/platform/log/secret-forms.ts', '      ...base64,\n', '']],
  },
  {
    test: 'src/core/keys/keys.test.ts',
    title: 'is that of one origin',
    out: [['src/core/keys/keys.ts', '  return isKnown\n', "  return isKnown || id !== ''\n"]],
  },
  {
    test: PLANTED_URL,
    title: 'is followed by its whole URL',
    out: [['src/core/sources/source-rows.ts', 'rpc_url: publicUrl', 'rpc_url: source.rpcUrl']],
  },
  {
    test: PLANTED_URL,
    title: 'is read by its whole URL',
    out: [['src/core/sources/source-rows.ts', 'base_url: publicUrl', 'base_url: source.baseUrl']],
  },
  {
    test: PLANTED_URL,
    title: 'is moved to the vault',
    out: [
      [
        'src/core/sources/move-url-secrets.ts',
        '.filter(({ path }) => !removeFromBackup(path, moved))',
        '.filter(() => false)',
      ],
    ],
  },
  {
    test: 'src/renderer/features/omnibox/search-text.test.ts',
    title: 'is sent nowhere',
    out: [
      [
        'src/renderer/features/omnibox/search-text.ts',
        "if (text.length > MAX_LENGTH || text.split(' ').length > MAX_WORDS) return undefined",
        '',
      ],
    ],
  },
]
