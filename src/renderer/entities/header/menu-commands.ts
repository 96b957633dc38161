import { computed, type ComputedRef } from 'vue'
import { useOwnCommands, type Command } from '#renderer/stores/commands.ts'

/** A command in the menu of a page's header. */
interface MenuCommand extends NonNullable<Command['inMenu']> {
  readonly command: Command
}

/** The page's commands that are in the menu of its header. */
export function useMenuCommands(): ComputedRef<readonly MenuCommand[]> {
  const own = useOwnCommands()
  return computed(() =>
    own.value
      .flatMap((command) => (command.inMenu ? [{ command, ...command.inMenu }] : []))
      .sort((one, other) => one.order - other.order),
  )
}
