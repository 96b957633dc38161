import { computed } from 'vue'
import { useRouter } from 'vue-router'
import { $gettext } from '#shared/text/gettext.ts'
import { registerCommands } from '#renderer/stores/commands.ts'
import { useCases } from '#renderer/stores/cases/cases.ts'
import { useOpenCase } from '#renderer/stores/cases/open-case.ts'
import { followPlaces } from './follow-places.ts'
import { showNotes } from './show-notes.ts'

/** Starts notes and the open case of this window, as long as the calling scope lives. */
export function startCases(): void {
  const router = useRouter()
  const cases = useCases()
  const openCase = useOpenCase()
  showNotes()
  followPlaces(cases)

  const others = computed(() => cases.all.filter(({ id }) => id !== openCase.id))
  registerCommands(() => [
    { id: 'go.cases', label: $gettext('Cases'), group: 'Go', run: () => router.push({ name: 'cases' }) },
    {
      id: 'case.new',
      label: $gettext('New case'),
      group: 'Go',
      run: () => router.push({ name: 'cases', query: { new: '' } }),
    },
    ...others.value.map(({ id, name }) => ({
      id: `case.open.${String(id)}`,
      label: $gettext('Open case: %{name}', { name }),
      group: 'Go' as const,
      run: () => cases.open(id),
    })),
    ...(openCase.id === null
      ? []
      : [
          {
            id: 'case.close',
            label: $gettext('Close the case'),
            group: 'Go' as const,
            run: () => cases.close(),
          },
        ]),
  ])
}
