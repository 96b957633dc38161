import type { Output } from './output/output.ts'
import type { Format } from './output/row-output.ts'
import type { Session } from './session.ts'

export interface CommandContext {
  readonly session: Session
  readonly output: Output
  readonly format: Format
}
