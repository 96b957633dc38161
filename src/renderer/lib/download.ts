/** Downloads what a page of this host or a blob URL gives; under the name that its response gives where there is none. */
export function download(href: string, name = ''): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}
