/** What another app shared, as the deposit sheet is to find it. */
export interface Shared {
  picture?: { content: Blob; type: string }
  /** `none`: no picture came; `more`: several did, of which the first is kept. */
  note?: 'none' | 'more'
}

/** The most bytes; a photograph has less. */
const most = 25_000_000

/**
 * The picture among what was shared. Apps do not always say what they share, so a file without a type is
 * judged by its beginning.
 * @returns undefined if nothing came at all: some phones open the app a second time so, and what came before
 *   is to stay
 */
export async function pictureIn(form: FormData): Promise<Shared | undefined> {
  const files = form.getAll('slip').filter((one) => one instanceof File && one.size > 0) as File[]
  if (files.length === 0) return undefined
  const pictures: { content: Blob; type: string }[] = []
  for (const content of files) {
    const type = await typeOf(content)
    if (type && content.size <= most) pictures.push({ content, type })
  }
  const [picture, ...others] = pictures
  if (!picture) return { note: 'none' }
  return { picture, ...(others.length > 0 && { note: 'more' }) }
}

/** The type of a picture; undefined for another file. */
async function typeOf(file: File): Promise<string | undefined> {
  if (file.type.startsWith('image/')) return file.type
  if (file.type !== '' && file.type !== 'application/octet-stream') return undefined
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  return /^RIFF.{4}WEBP$/s.test(head) ? 'image/webp' : undefined
}
