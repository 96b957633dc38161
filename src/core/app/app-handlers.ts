import type { AppInfo } from '#shared/rpc/contract/app.ts'
import { ChainglassFailure } from '#shared/errors/errors.ts'
import type { Handlers } from '#shared/rpc/server.ts'

export interface AppDeps {
  readonly version: string
  readonly host: AppInfo['host']
  readonly callHost: (name: 'open-link', input: unknown) => Promise<unknown>
}

export const appHandlers = (deps: AppDeps): Pick<Handlers, 'app.info' | 'links.open'> => ({
  'app.info': () => ({
    name: 'Chainglass',
    version: deps.version,
    host: deps.host,
    platform: process.platform === 'darwin' ? 'mac' : process.platform === 'win32' ? 'windows' : 'linux',
  }),
  'links.open': async ({ url }) => {
    if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
      throw new ChainglassFailure({ code: 'invalid_input', field: 'url', reason: 'https_only' })
    }
    if ((await deps.callHost('open-link', new URL(url).href)) !== true) {
      throw new ChainglassFailure({ code: 'not_found', reason: 'no_browser' })
    }
    return null
  },
})
