/** A data address of an SVG. Loaded as an image it can neither run scripts nor fetch anything. */
export const addressOf = (svg: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(withSize(svg))}`

/** Firefox draws no SVG without a width and a height. */
const withSize = (svg: string): string =>
  /^[^>]*\swidth=/.test(svg.slice(Math.max(0, svg.indexOf('<svg'))))
    ? svg
    : svg.replace('<svg', `<svg width="${side}" height="${side}"`)

/** What a picture says around the code: whoever finds it among their photographs knows what it is for. */
export interface PictureWords {
  /** The kind of code, as people look for it: "PromptPay". */
  kind: string
  brand: string
  amount: string
  until: string
  reference: string
}

/** Pixels of a saved picture. */
const width = 1080
const height = 1500
const side = 840
const head = 150

/**
 * Draws a QR code with its words as a PNG, black on white, because bank apps read it from the phone's
 * photographs.
 * @throws if the browser cannot draw it
 */
export async function drawPicture(svg: string, words: PictureWords, name: string): Promise<File> {
  const code = new Image()
  code.src = addressOf(svg)
  const family = getComputedStyle(document.body).fontFamily
  const all = Object.values(words).join(' ')
  // The page may not have needed these letters so far; without them the phone's own are drawn.
  const letters = ['400', '700'].map((weight) => document.fonts.load(`${weight} 40px ${family}`, all))
  await Promise.all([code.decode(), ...letters])
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#123a6b'
  context.fillRect(0, 0, width, head)
  context.imageSmoothingEnabled = false
  context.drawImage(code, (width - side) / 2, head + 270, side, side)

  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const write = (text: string, y: number, size: number, weight: 400 | 700, colour: string) => {
    context.font = `${weight} ${size}px ${family}`
    context.fillStyle = colour
    context.fillText(text, width / 2, y, width - 80)
  }
  write(words.kind, head / 2, 68, 700, '#ffffff')
  write(words.brand, head + 75, 52, 700, '#1c1a3a')
  write(words.amount, head + 190, 112, 700, '#1c1a3a')
  write(words.until, head + 270 + side + 65, 48, 700, '#1c1a3a')
  write(words.reference, head + 270 + side + 145, 40, 400, '#56547a')
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('no picture')
  return new File([blob], name, { type: 'image/png' })
}

/** Whether this is a phone whose browser hands pictures to other apps, such as the bank's. */
export const canShare = (): boolean =>
  isPhone() && navigator.canShare?.({ files: [new File([''], 'qr.png', { type: 'image/png' })] }) === true

/** Whether the person holds the screen in the hand, and so cannot scan it. */
export const isPhone = (): boolean => matchMedia('(pointer: coarse)').matches

/** Opens the phone's share sheet. @returns false if the browser refused; closing the sheet is no refusal */
export const share = (file: File): Promise<boolean> =>
  navigator.share({ files: [file] }).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
  )
