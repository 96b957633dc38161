/** One guard of what docs/security.md promises, and the attack it stands against. */
export interface Guard {
  /** The test that attacks. */
  readonly test: string
  /** Words of its title. */
  readonly title: string
  /** In which file what is replaced by what: the guard, taken out. */
  readonly out: readonly (readonly [file: string, find: string, replace: string])[]
}
