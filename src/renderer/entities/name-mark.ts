import { h, type VNode } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import { nameDoubt, type NameDoubt } from '#shared/text/name-doubt.ts'
import { smallIcon } from '#renderer/ui/small-icons.ts'

/** Warning beside a name from a chain that imitates another name. Null where the name is fine. */
export function nameMark(...names: readonly (string | null | undefined)[]): VNode | null {
  const doubt = nameWarning(...names)
  return doubt ? h('span', { class: 'doubt', title: doubt.title }, [smallIcon('warning'), doubt.label]) : null
}

/** The warning as text, where no element can be. */
export function nameWarning(...names: readonly (string | null | undefined)[]) {
  const doubt = doubtOf(names)
  if (!doubt) return undefined
  const [label, title] = describeDoubt(doubt)
  return { label, title }
}

const doubtOf = (names: readonly (string | null | undefined)[]): NameDoubt | undefined => {
  for (const name of names) {
    const doubt = name ? nameDoubt(name) : undefined
    if (doubt) return doubt
  }
  return undefined
}

function describeDoubt(doubt: NameDoubt): readonly [label: string, title: string] {
  if (doubt.kind === 'imitates')
    return [
      $gettext('not %{name}', { name: doubt.name }),
      $gettext('Written to look like %{name}, with other characters', { name: doubt.name }),
    ]
  if (doubt.kind === 'mixed')
    return [
      $gettext('mixed letters'),
      $gettext('Letters of several alphabets, made to read like “%{name}”', { name: doubt.name }),
    ]
  return [
    $gettext('hidden characters'),
    $gettext('Holds characters that can’t be seen; they stand here as �'),
  ]
}
