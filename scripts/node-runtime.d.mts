interface System {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly execPath: string
  readonly version: string
  readonly system: string
  readonly isMusl: boolean
}
export function findNode(root: string, options?: System): string
export function describeNode(root: string, options?: System): string | undefined
