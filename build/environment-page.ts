/** docs/reference/environment.md: the variables of ours that some file reads. Each needs a sentence here. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { code, MADE, page, table } from './markdown.ts'

const ROOT = join(import.meta.dirname, '..')

/** By name; one that ends with `_` begins with that. */
const WHAT: Readonly<Record<string, string>> = {
  CHAINGLASS_CHROMIUM: 'The Chromium that tests, benchmarks and pictures run in.',
  CHAINGLASS_DATABASE: 'What `--database` of `npm run api` takes: the URL of a PostgreSQL database.',
  CHAINGLASS_E2E_HOST: 'The one host that every end-to-end spec runs on: `stand-in` or `electron`.',
  CHAINGLASS_ELECTRON_DIST: 'The folder of an Electron runtime to pack, in place of one that is downloaded.',
  CHAINGLASS_ELECTRON_START_MS: 'How long an Electron runtime may take to open its first window.',
  CHAINGLASS_FUZZ_CORPUS: 'Where libFuzzer keeps what it found worth trying (`--jazzer`).',
  CHAINGLASS_FUZZ_SECONDS: 'How long each reader is fuzzed.',
  CHAINGLASS_FUZZ_SEED: 'The seed of hostile inputs; a find names it.',
  CHAINGLASS_FUZZ_TARGET: 'The one reader that libFuzzer tries.',
  CHAINGLASS_GANACHE: 'The folder of a Ganache that tests of nodes run against.',
  CHAINGLASS_HARDHAT_: 'The folder of a Hardhat of this version that tests of nodes run against.',
  CHAINGLASS_IPFS_GATEWAY: 'URLs of IPFS gateways with blanks between, in place of the public ones.',
  CHAINGLASS_KEYS: 'What `--key` of `npm run api` takes, with blanks between.',
  CHAINGLASS_KEY_:
    'The key of a source, which is neither stored nor shown: `CHAINGLASS_KEY_PRO` for Pro, `CHAINGLASS_KEY_ETH_SEPOLIA` for the source `eth-sepolia`.',
  CHAINGLASS_MAX_TEST_MINUTES:
    'After how many minutes `npm test` gives its unit tests up, and says which did not end.',
  CHAINGLASS_MCP_KEY:
    'The key that every request to `chainglass mcp --http` needs, of 16 characters or more.',
  CHAINGLASS_MESSAGES:
    '`write`: a build brings the catalogues up to date in place of failing where they are not.',
  CHAINGLASS_PACKAGES: 'Where packages of the app go.',
  CHAINGLASS_PONDER: 'The folder of a ponder that the benchmark of the indexer compares with.',
  CHAINGLASS_ROOT: 'The folder of the checkout, for a program that was built elsewhere.',
  CHAINGLASS_RPC: 'What `--rpc` of `npm run api` takes, with blanks between.',
  CHAINGLASS_STARTED_FILE:
    'A file that the app writes once its first window is shown, for tests of an installation.',
  CHAINGLASS_TEST_DATABASE: 'The URL of a PostgreSQL server that tests keep their indexes in.',
  CHAINGLASS_UPDATE_PRIVATE_KEY: 'The key that signs the feed of a release.',
  CHAINGLASS_UPDATE_PUBLIC_KEY:
    'The key that a build of the app believes a feed by; without it, it never updates itself.',
  CHAINGLASS_VITEST_REPORT: 'Where `npm test` has its report of a run written.',
}

/** Throws for a variable that nobody reads, or that has no sentence. */
export function environmentPage(): string {
  const readers = findReaders()
  const nameless = [...readers.keys()].filter((name) => !(name in WHAT))
  const unread = Object.keys(WHAT).filter((name) => !readers.has(name))
  if (nameless.length > 0)
    throw new Error(`build/environment-page.ts has no sentence for ${nameless.join(', ')}.`)
  if (unread.length > 0)
    throw new Error(`build/environment-page.ts has what no file names: ${unread.join(', ')}.`)
  const rowsOf = (isOfPeople: boolean) =>
    Object.entries(WHAT)
      .map(([name, what]) => ({ name, what, files: readers.get(name) ?? [] }))
      .filter(({ files }) => files.some((file) => /^src\/(?!.*testing\/)/.test(file)) === isOfPeople)
      .map(({ name, what, files }) => [
        code(name.endsWith('_') ? `${name}…` : name),
        what,
        files.map(code).join(', '),
      ])
  const head = ['Variable', 'What it is', 'Named in']
  return page([
    '# Environment variables',
    `Secrets are given in the environment because others on a machine can read command lines. Those of the system (\`XDG_CONFIG_HOME\`, \`HTTPS_PROXY\`, \`NO_COLOR\`, \`TMPDIR\`) mean what they always do. Variables that only single tests, the stand-in for Electron or the files of \`deploy/\` name are left out. ${MADE}`,
    '## Of the programs',
    table(head, rowsOf(true)),
    '## Of builds, tests and benchmarks',
    table(head, rowsOf(false)),
  ])
}

/** By name: the files that have it, without tests and the stand-in for Electron, whose variables are its tests’ own. */
function findReaders(): ReadonlyMap<string, readonly string[]> {
  const files = execFileSync(
    'git',
    ['ls-files', 'src', 'scripts', 'build', 'bench', 'fuzz', 'e2e/playwright.config.ts'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
  const found = new Map<string, string[]>()
  for (const file of files.trim().split('\n')) {
    if (!/\.(?:ts|mjs)$/.test(file) || /\.test\.ts$|build\/(?:guards|environment-page)/.test(file)) continue
    const names = readFileSync(join(ROOT, file), 'utf8').match(/CHAINGLASS_[A-Z][A-Z\d_]*/g) ?? []
    for (const name of new Set(names.map((name) => name.replace(/^(CHAINGLASS_(?:KEY|HARDHAT)_).*/, '$1'))))
      found.set(name, [...(found.get(name) ?? []), file])
  }
  return found
}
