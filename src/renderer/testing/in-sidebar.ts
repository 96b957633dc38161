/** Gives a part of the sidebar, which looks to the sidebar's width, one that is so wide. */
export function inSidebar({ parentElement: sidebar }: HTMLElement, width: string): void {
  if (sidebar) Object.assign(sidebar.style, { container: 'sidebar / inline-size', width })
}
