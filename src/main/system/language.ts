/** The language of the app's menus, dialogs and notifications. */
import { app } from 'electron'
import { languages, pickLanguage, type Language } from '#shared/languages.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { createTranslator, type Catalogue } from '#shared/text/create-translator.ts'
import { currentLocale, setTranslator } from '#shared/text/gettext.ts'
import type { HostStateFile } from '../window/host-state.ts'

/** All catalogues are loaded at once: they are small, and a menu can't wait. */
const catalogues = import.meta.glob<Catalogue>('../languages/*.po', { eager: true, import: 'default' })

/** Uses the last language, or the system's. Call it when the app is ready, before anything is shown. */
export function startLanguage(state: Pick<HostStateFile, 'read'>): void {
  use(pick(state.read().language))
}

/** Follows the setting. Calls `onChange` when the language changes. Returns a function that stops it. */
export function followLanguage(deps: {
  readonly core: Pick<RpcClient, 'subscribe'>
  readonly state: HostStateFile
  readonly onChange: () => void
}): () => void {
  return deps.core.subscribe('settings.changed', {}, ({ language: choice = 'system' }) => {
    if (deps.state.read().language !== choice) deps.state.change({ language: choice })
    const language = pick(choice)
    if (language === currentLocale()) return
    use(language)
    deps.onChange()
  })
}

/** The system's language, if it is one of ours. */
export const systemLanguage = (): Language => pickLanguage(app.getPreferredSystemLanguages())

/** `choice`: a language; any other value means the system's. */
const pick = (choice: string | undefined): Language =>
  languages.find((language) => language === choice) ?? systemLanguage()

function use(language: Language) {
  const catalogue = catalogues[`../languages/${language}.po`]
  const translator = catalogue ? createTranslator(language, catalogue) : null
  setTranslator(() => translator)
}
