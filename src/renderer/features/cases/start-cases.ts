import { computed, onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'
import { registerCommands } from '#renderer/stores/commands.ts'
import { useCases } from '#renderer/stores/cases/cases.ts'
import { useOpenCase } from '#renderer/stores/cases/open-case.ts'
import { followPlaces } from './follow-places.ts'
import { showNotes } from './show-notes.ts'

/** The case that a window had open, when it is loaded again. */
const OPEN_CASE = 'chainglass:case'

/** Notes, and the case that is open in this window, as long as the calling scope lives. */
export function startCases(): void {
  const router = useRouter()
  const cases = useCases()
  const openCase = useOpenCase()
  showNotes()
  followPlaces(cases)

  const last = Number(sessionStorage.getItem(OPEN_CASE))
  if (Number.isSafeInteger(last) && last > 0) openCase.id = last
  const stop = openCase.$subscribe(() => {
    if (openCase.id === null) sessionStorage.removeItem(OPEN_CASE)
    else sessionStorage.setItem(OPEN_CASE, String(openCase.id))
  })
  onScopeDispose(stop)

  const others = computed(() => cases.all.filter(({ id }) => id !== openCase.id))
  registerCommands(() => [
    { id: 'go.cases', label: 'Cases', group: 'Go', run: () => router.push({ name: 'cases' }) },
    {
      id: 'case.new',
      label: 'New case',
      group: 'Go',
      run: () => router.push({ name: 'cases', query: { new: '' } }),
    },
    ...others.value.map(({ id, name }) => ({
      id: `case.open.${String(id)}`,
      label: `Open case: ${name}`,
      group: 'Go' as const,
      run: () => cases.open(id),
    })),
    ...(openCase.id === null
      ? []
      : [{ id: 'case.close', label: 'Close the case', group: 'Go' as const, run: () => cases.close() }]),
  ])
}
