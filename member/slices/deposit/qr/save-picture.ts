/** A data address of an SVG. Loaded as an image it can neither run scripts nor fetch anything. */
export const addressOf = (svg: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(withSize(svg))}`

/** Firefox draws no SVG without a width and a height. */
const withSize = (svg: string): string =>
  /^[^>]*\swidth=/.test(svg.slice(Math.max(0, svg.indexOf('<svg'))))
    ? svg
    : svg.replace('<svg', `<svg width="${side}" height="${side}"`)

/** Pixels of a saved picture, with the quiet zone around the code. */
const side = 720
const margin = 60

/**
 * Saves a QR code as a PNG by the phone's share sheet, so that the bank's app on the same phone can read it. Browsers
 * without a share sheet download it.
 * @throws if the browser cannot draw it
 */
export async function savePicture(svg: string, name: string): Promise<void> {
  const image = new Image()
  image.src = addressOf(svg)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, side, side)
  context.imageSmoothingEnabled = false
  context.drawImage(image, margin, margin, side - 2 * margin, side - 2 * margin)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('no picture')
  const file = new File([blob], name, { type: 'image/png' })
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    // Closing the share sheet is not a failure.
    await navigator.share({ files: [file] }).catch(() => {})
    return
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
