/** Sets the width of the sidebar around an element, for container queries. */
export function inSidebar({ parentElement: sidebar }: HTMLElement, width: string): void {
  if (sidebar) Object.assign(sidebar.style, { container: 'sidebar / inline-size', width })
}
