/**
 * The language of the window: its texts, the document's `lang` and `dir`, and a copy of the choice for the next start.
 */
import { shallowRef, watch } from 'vue'
import { pickLanguage, type Language } from '#shared/languages.ts'
import type { Catalogue } from '#shared/text/create-translator.ts'
import { setTranslator, type Translator } from '#shared/text/gettext.ts'
import { useSettings } from '#renderer/stores/settings.ts'

const STORED = 'chainglass.language'
const catalogues = import.meta.glob<{ default: Catalogue }>('../languages/*.po')

const current = shallowRef<Translator | null>(null)

async function loadTranslator(language: Language | 'pseudo'): Promise<Translator | null> {
  if (language === 'en') return null
  if (language === 'pseudo') return (await import('./pseudo-language.ts')).pseudoLanguage
  const load = catalogues[`../languages/${language}.po`]
  if (!load) return null
  const [{ createTranslator }, { default: catalogue }] = await Promise.all([
    import('#shared/text/create-translator.ts'),
    load(),
  ])
  return createTranslator(language, catalogue)
}

/** The host's languages where it gives them: a Chromium that is bundled with an app may know fewer than the system. */
function systemLanguages(): readonly string[] {
  const { systemLanguage } = document.documentElement.dataset
  return systemLanguage === undefined ? navigator.languages : [systemLanguage]
}
const wanted = (choice: string | null): Language | 'pseudo' =>
  choice === 'pseudo' ? choice : pickLanguage(choice && choice !== 'system' ? [choice] : systemLanguages())

let asked = ''
/** Resolves once the texts are in this language. They do not change where a later choice overtakes this one. */
async function show(choice: string | null): Promise<void> {
  const language = wanted(choice)
  asked = language
  const translator = await loadTranslator(language)
  if (asked !== language) return
  current.value = translator
  const { documentElement } = document
  documentElement.lang = language === 'pseudo' ? 'en-XA' : language
  documentElement.dir = language === 'pseudo' ? 'rtl' : 'ltr'
}

/** Mounts the window in the last used language, or in the system's. For English that is at once. */
export function startLanguage(mount: () => void): void {
  setTranslator(() => current.value)
  let stored: string | null = null
  try {
    stored = localStorage.getItem(STORED)
  } catch {
    // Storage is switched off: use the system's language until the settings are loaded.
  }
  if (wanted(stored) === 'en') mount()
  // Without a catalogue the window is in English.
  else void show(stored).then(mount, mount)
}

/** Follows the setting of the language once it is loaded. */
export function followLanguage(): void {
  const settings = useSettings()
  watch(
    () => (settings.isLoaded ? settings.language : null),
    (choice) => {
      if (choice === null) return
      // Without a catalogue the texts stay in the former language.
      show(choice).catch(() => undefined)
      try {
        localStorage.setItem(STORED, choice)
      } catch {
        // Storage is switched off, or full.
      }
    },
    { immediate: true },
  )
}
