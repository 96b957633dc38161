/** A link inside the window: `href` for the browser, `to` for the router. */
export interface RouteLink {
  readonly href: string
  readonly to: string
}
