/**
 * Electron's fuses are set in the executable, so that no argument, variable or file beside it can change what it runs.
 */
import { flipFuses, FuseV1Options, FuseVersion, getCurrentFuseWire, type FuseV1Config } from '@electron/fuses'

/** Every fuse by name: a new one of a later Electron does not compile until it is decided on. */
export const FUSES: Record<keyof typeof FuseV1Options, boolean> = {
  /** `ELECTRON_RUN_AS_NODE` would make a signed app run anyone's script. The core is a utility process: it needs none. */
  RunAsNode: false,
  /** The app has no cookie, and a key for some would be asked of the keyring at every start. */
  EnableCookieEncryption: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  /** Electron's own default; the app uses no WebAssembly memory that would need it. */
  WasmTrapHandlers: true,
}

/** `adHoc`: an app for Apple silicon that nobody signs has to be signed for itself again. */
export function fuseConfig(adHoc: boolean): FuseV1Config {
  const byNumber = Object.fromEntries(
    Object.entries(FUSES).map(([name, on]) => [FuseV1Options[name as keyof typeof FuseV1Options], on]),
  ) as Record<FuseV1Options, boolean>
  return {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: adHoc,
    ...byNumber,
  }
}

/** Sets them and reads them back. Throws, naming those that are not as they should be. */
export async function burnFuses(executable: string, adHoc: boolean): Promise<void> {
  await flipFuses(executable, fuseConfig(adHoc))
  const wrong = wrongFuses(await getCurrentFuseWire(executable))
  if (wrong.length > 0) throw new Error(`Fuses that are not as they should be: ${wrong.join(', ')}`)
}

/** ASCII of the wire: `1` on, `0` off; anything else is a fuse that this Electron does not have. */
export function wrongFuses(wire: object): string[] {
  const states = wire as Readonly<Record<number, number>>
  return Object.entries(FUSES)
    .filter(
      ([name, on]) =>
        states[FuseV1Options[name as keyof typeof FuseV1Options]] !== (on ? '1' : '0').charCodeAt(0),
    )
    .map(([name]) => name)
}
