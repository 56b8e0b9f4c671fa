/** Saves a file as a download. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the address only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
