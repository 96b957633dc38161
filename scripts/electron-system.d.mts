interface System {
  readonly uid: number | undefined
  readonly isMusl: boolean
  readonly read: (path: string) => string
  readonly stat: (path: string) => { readonly uid: number; readonly mode: number }
}
export function findElectronProblem(
  path: string,
  args: readonly string[],
  system?: System,
): string | undefined
