/** How far a newer version is, and every way from one state to the next: drawn in README.md. */

/** `by-person` shows a dialog for every result, `at-start` only for a newer version. */
export type UpdateTrigger = 'by-person' | 'at-start'

export type UpdateState =
  | { readonly is: 'idle' }
  | { readonly is: 'checking'; readonly trigger: UpdateTrigger }
  /** A person is asked whether they want it. */
  | { readonly is: 'offered' | 'downloading'; readonly version: string }
  /** The version is installed when the person quits. */
  | { readonly is: 'ready' }

export type UpdateEvent =
  | { readonly is: 'check'; readonly trigger: UpdateTrigger }
  | { readonly is: 'found'; readonly version: string }
  | { readonly is: 'accepted' | 'downloaded' }
  /** Nothing newer, nothing wanted, or an error: the next check begins anew. */
  | { readonly is: 'ended' }

const AT_START: UpdateState = { is: 'checking', trigger: 'at-start' }
const BY_PERSON: UpdateState = { is: 'checking', trigger: 'by-person' }

/** The same state where the event changes nothing. */
export function nextUpdateState(state: UpdateState, event: UpdateEvent): UpdateState {
  switch (event.is) {
    case 'check':
      if (state.is === 'idle') return event.trigger === 'by-person' ? BY_PERSON : AT_START
      return state.is === 'checking' && event.trigger === 'by-person' ? BY_PERSON : state
    case 'found':
      return state.is === 'checking' ? { is: 'offered', version: event.version } : state
    case 'accepted':
      return state.is === 'offered' ? { is: 'downloading', version: state.version } : state
    case 'downloaded':
      return state.is === 'downloading' ? { is: 'ready' } : state
    case 'ended':
      return state.is === 'ready' || state.is === 'idle' ? state : { is: 'idle' }
  }
}
