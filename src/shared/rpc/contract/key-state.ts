/**
 * `ends` is the key's last four characters, empty for a short key. `session`: the key is lost when the program ends.
 */
export type KeyState =
  | { readonly state: 'none' }
  | { readonly state: 'set'; readonly ends: string; readonly kept: 'keyring' | 'session' | 'environment' }
