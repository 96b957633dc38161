/** State of a remote image. */
export type RemoteImage =
  | { readonly state: 'none' }
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly src: string }
  | { readonly state: 'failed' }
  /** The person has not yet agreed to images from other servers. */
  | { readonly state: 'not-agreed' }
  /** Pictures on screen have reached the pixel limit. `show`: shows this one instead of others. */
  | {
      readonly state: 'too-large'
      readonly width: number
      readonly height: number
      readonly show: () => void
    }
