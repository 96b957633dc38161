/** A link within the window: `href` is for the browser, `to` for the router. */
export interface RouteLink {
  readonly href: string
  readonly to: string
}
