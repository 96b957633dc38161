import { isHostLimit, type AppInfo, type HostLimit } from '#shared/rpc/contract/app.ts'
import { invalidInput, notFound } from '#shared/errors/failure.ts'
import type { Handlers } from '#shared/rpc/server.ts'

export interface AppDeps {
  readonly version: string
  readonly host: AppInfo['host']
  readonly callHost: (name: 'open-link' | 'limits', input: unknown) => Promise<unknown>
}

export const appHandlers = (deps: AppDeps): Pick<Handlers, 'app.info' | 'links.open'> => ({
  'app.info': async () => ({
    name: 'Chainglass',
    version: deps.version,
    host: deps.host,
    platform: process.platform === 'darwin' ? 'mac' : process.platform === 'win32' ? 'windows' : 'linux',
    limits: await readLimits(deps),
  }),
  'links.open': async ({ url }) => {
    if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
      throw invalidInput('url', 'https_only')
    }
    if ((await deps.callHost('open-link', new URL(url).href)) !== true) {
      throw notFound('no_browser')
    }
    return null
  },
})

async function readLimits({ host, callHost }: AppDeps): Promise<readonly HostLimit[]> {
  if (host !== 'electron') return []
  const limits = await callHost('limits', {}).catch(() => [])
  return Array.isArray(limits) ? limits.filter(isHostLimit) : []
}
