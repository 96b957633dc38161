/** Downloads a URL of this origin or a blob URL. Without `name`, the file has the name from the response. */
export function download(href: string, name = ''): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}
