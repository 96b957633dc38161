/** Guards of what is installed, built with and updated from. */
import type { Guard } from './guard.ts'

const UPDATES = 'src/main/system/updates.ts'
const SUPPLY = 'build/supply-chain.test.ts'

export const SUPPLY_GUARDS: readonly Guard[] = [
  {
    test: SUPPLY,
    title: 'is in the lock file with its hash',
    out: [
      [
        'package-lock.json',
        '"integrity": "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8',
        '"integrity": "3nULszZ5X0fciYpG0t6TrdApJzAn8',
      ],
    ],
  },
  { test: SUPPLY, title: 'runs no script of its own', out: [['.npmrc', 'ignore-scripts=true', '']] },
  {
    test: SUPPLY,
    title: 'uses actions by their commit',
    out: [['.github/workflows/ci.yml', 'checkout@fbc6f3992d24b796d5a048ff273f7fcc4a7b6c09', 'checkout@v5']],
  },
  {
    test: SUPPLY,
    title: 'names all that is shipped',
    out: [['build/bill-of-materials.ts', '[runtime, ...findPackages', '[...findPackages']],
  },
  {
    test: 'src/main/system/system.test.ts',
    title: 'is not offered, nor downloaded',
    out: [[UPDATES, 'if (!isSigned(found.updateInfo, publicKey))', 'if (!publicKey)']],
  },
  {
    test: 'e2e/specs/electron/updates.spec.ts',
    title: 'a newer version that the project did not sign',
    out: [[UPDATES, 'if (!isSigned(found.updateInfo, publicKey))', 'if (!publicKey)']],
  },
  {
    test: 'e2e/specs/electron/updates.spec.ts',
    title: 'a newer version is offered',
    out: [[UPDATES, 'updater.autoDownload = false', 'updater.autoDownload = true']],
  },
  {
    test: 'e2e/specs/electron/package.spec.ts',
    title: 'what is packed is small',
    out: [
      ['build/fuses.ts', '  await flipFuses(executable, fuseConfig(adHoc))\n', ''],
      ['build/fuses.ts', 'if (wrong.length > 0) throw', 'if (wrong.length < 0) throw'],
    ],
  },
  {
    test: 'src/main/system/system.test.ts',
    title: 'is not looked for by a build without',
    out: [[UPDATES, 'if (publicKey === undefined)', "if (publicKey === 'none')"]],
  },
  {
    test: 'build/packaging.test.ts',
    title: 'has no updates without',
    out: [
      ['build/electron-builder.ts', "key && (platform === 'linux' || env.CSC_LINK)", "platform !== 'aix'"],
    ],
  },
]
