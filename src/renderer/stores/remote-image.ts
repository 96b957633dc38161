/** What there is to see of an image. */
export type RemoteImage =
  | { readonly state: 'none' }
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly src: string }
  | { readonly state: 'failed' }
  /** The person has not agreed to images of other hosts yet. */
  | { readonly state: 'not-agreed' }
  /** Pictures on screen are as many pixels as may be. `show`: this one instead of others. */
  | {
      readonly state: 'too-large'
      readonly width: number
      readonly height: number
      readonly show: () => void
    }
