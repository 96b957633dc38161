/** `ends` are its last four characters, none of a short key. `session`: gone when the program ends. */
export type KeyState =
  | { readonly state: 'none' }
  | { readonly state: 'set'; readonly ends: string; readonly kept: 'keyring' | 'session' | 'environment' }
